package dev.plumbline.server;

import java.util.Map;

/** What one request gets back. Made by the pages of this package only. */
public record Answer(int status, String contentType, String body, Map<String, String> headers) {
  static Answer text(int status, String line) {
    return new Answer(status, "text/plain; charset=utf-8", line + "\n", Map.of());
  }

  static Answer notFound() {
    return text(404, "not found");
  }

  static Answer onlyBy(String methods) {
    return text(405, "only " + methods).with("Allow", methods);
  }

  Answer with(String header, String value) {
    return new Answer(status, contentType, body, Map.of(header, value));
  }
}
