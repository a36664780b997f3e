package dev.plumbline.cli;

import dev.plumbline.cli.Programs.Issued;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Secret;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** What a credential plugin printed. Nothing of it may be quoted. */
final class ExecCredential {
  private ExecCredential() {}

  static Issued read(String text, String version, String command) {
    MapNode credential = parse(text, command);
    String found = credential.text("apiVersion").orElse("");
    if (!credential.text("kind").orElse("").equals("ExecCredential") || !found.equals(version)) {
      throw unusable(command, "no ExecCredential of %s".formatted(version));
    }
    MapNode status = credential.map("status").orElse(MapNode.EMPTY);
    var token = status.text("token").filter(value -> !value.isEmpty()).map(Secret::of);
    var certificate = status.text("clientCertificateData").filter(value -> !value.isEmpty());
    var key = status.text("clientKeyData").filter(value -> !value.isEmpty()).map(Secret::of);
    if (token.isEmpty() && certificate.isEmpty()) {
      throw unusable(command, "neither a token nor a client certificate");
    }
    if (certificate.isPresent() != key.isPresent()) {
      throw unusable(command, "a client certificate without its key, or a key alone");
    }
    return new Issued(token, certificate, key, expires(status, command));
  }

  private static MapNode parse(String text, String command) {
    try {
      if (Json.read(text) instanceof MapNode map) {
        return map;
      }
    } catch (JsonException e) {
      // Told below, in words that quote nothing.
    }
    throw unusable(command, "something that is no JSON object");
  }

  private static Optional<Instant> expires(MapNode status, String command) {
    try {
      return status.text("expirationTimestamp").map(Instant::parse);
    } catch (DateTimeParseException e) {
      throw unusable(command, "an expirationTimestamp that is no time");
    }
  }

  private static Failure unusable(String command, String what) {
    return Failure.unknown("the credential plugin %s printed %s".formatted(command, what), null);
  }
}
