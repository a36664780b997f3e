package dev.plumbline.kube;

import dev.plumbline.model.Secret;
import java.io.IOException;

/** Bearer tokens of somebody who gets new ones by himself. */
public interface TokenSource {
  /** The token of now; asked for with every request. */
  Secret<String> token() throws IOException;

  /** The server did not accept the last one. */
  void rejected();
}
