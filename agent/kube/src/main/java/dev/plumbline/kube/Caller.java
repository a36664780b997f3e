package dev.plumbline.kube;

import dev.plumbline.model.Fence;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.net.http.HttpRequest;

/** On whose behalf a request is sent, and for which run. */
record Caller(Identity identity, String userAgent, Fence fence) {

  void headers(Credentials credentials, HttpRequest.Builder request) throws IOException {
    request.header("User-Agent", userAgent);
    credentials.authorization().ifPresent(header -> authorize(header, request));
    switch (identity) {
      case Identity.Agent _ -> credentials.impersonation().forEach(request::header);
      // The server adds the groups of a service account by itself when none are named, and then
      // asks for the right to impersonate this account only, not those groups.
      case Identity.ServiceAccount account ->
          request.header("Impersonate-User", account.username());
    }
  }

  private static void authorize(Secret<String> header, HttpRequest.Builder request) {
    header.use(value -> request.header("Authorization", value));
  }
}
