package dev.plumbline.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A call without a connection. */
final class CallByHand extends HttpExchange {
  private final SurvivesAnyWebhookTest.Call call;
  private final InputStream body;

  CallByHand(SurvivesAnyWebhookTest.Call call) {
    this.call = call;
    this.body = new ByteArrayInputStream(call.body().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Headers getRequestHeaders() {
    return call.headers();
  }

  @Override
  public URI getRequestURI() {
    return call.path();
  }

  @Override
  public String getRequestMethod() {
    return call.method();
  }

  @Override
  public InputStream getRequestBody() {
    return body;
  }

  @Override
  public Headers getResponseHeaders() {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpContext getHttpContext() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    // There is nothing open.
  }

  @Override
  public OutputStream getResponseBody() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sendResponseHeaders(int code, long length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getResponseCode() {
    throw new UnsupportedOperationException();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public String getProtocol() {
    return "HTTP/1.1";
  }

  @Override
  public Object getAttribute(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setAttribute(String name, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setStreams(InputStream in, OutputStream out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpPrincipal getPrincipal() {
    throw new UnsupportedOperationException();
  }
}
