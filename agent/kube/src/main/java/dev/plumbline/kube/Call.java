package dev.plumbline.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * One HTTP request, before anybody sends it.
 *
 * @param path below the server's own, with the query
 * @param accept what the answer may be
 * @param limit how long the server may take, which it is told; the client waits a little longer
 * @param maxBytes of the answer
 */
record Call(
    String method,
    String path,
    Optional<Body> body,
    String accept,
    Duration limit,
    int maxBytes,
    boolean write) {
  static final String JSON = "application/json";
  static final String METADATA =
      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json";
  static final String METADATA_LIST =
      "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";

  private static final Duration WRITE_LIMIT = Duration.ofSeconds(15);
  private static final Duration READ_LIMIT = Duration.ofSeconds(30);
  private static final int ONE_OBJECT = 8 << 20;
  private static final int ONE_PAGE = 128 << 20;

  record Body(String type, String text) {}

  static Call read(String path, String accept) {
    return new Call("GET", path, Optional.empty(), accept, READ_LIMIT, ONE_OBJECT, false);
  }

  static Call list(String path, String accept) {
    return new Call("GET", path, Optional.empty(), accept, READ_LIMIT, ONE_PAGE, false);
  }

  /** A write is answered by metadata only. */
  static Call write(String method, String path, Body body) {
    return new Call(method, path, Optional.of(body), METADATA, WRITE_LIMIT, ONE_OBJECT, true);
  }

  /** The path with one more parameter of the query. */
  static String with(String path, String name, String value) {
    return path + (path.indexOf('?') < 0 ? '?' : '&') + name + '=' + encode(value);
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
