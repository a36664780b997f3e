package dev.plumbline.server;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Some of the paths an {@link AgentServer} answers. */
public sealed interface Pages permits HealthPages, Webhooks {
  /**
   * @param path as it was sent, nothing decoded
   */
  boolean serves(String path);

  /** Whether a request may have to wait for a slow sender, so that only so many are let in. */
  boolean slow();

  /** What the request gets back. */
  Answer answer(HttpExchange exchange) throws IOException;
}
