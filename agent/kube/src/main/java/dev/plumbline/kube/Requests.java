package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.io.IOException;
import java.util.List;

/** Questions and writes of one caller: bytes become objects, and every no is classified. */
record Requests(Transport transport, Caller caller) {

  /** Reads where no object of a tenant is asked for. */
  MapNode read(Call call) throws IOException {
    return read(call, Asked.nothing());
  }

  MapNode read(Call call, Asked asked) throws IOException {
    return switch (transport.send(call, caller)) {
      case Reply.Answered answered when answered.good() -> object(answered.body());
      case Reply.Answered answered ->
          throw new KubeException(Classification.classify(answered, asked));
      case Reply.NotSent(String why) -> throw new KubeException(Classification.notSent(why));
      case Reply.Lost(String why) -> throw new IOException(why);
      case Reply.GivenUp(String why) -> throw new IOException(why);
    };
  }

  Answer write(Call call, Asked asked, ServedKind kind) {
    return switch (transport.send(call, caller)) {
      case Reply.Answered answered when answered.good() -> done(answered, asked, kind);
      case Reply.Answered answered -> new Answer.Refused(Classification.classify(answered, asked));
      case Reply.NotSent(String why) -> new Answer.Refused(Classification.notSent(why));
      case Reply.Lost(String why) -> new Answer.Unknown(why);
      case Reply.GivenUp(String why) -> new Answer.Unknown(why);
    };
  }

  private static Answer done(Reply.Answered answered, Asked asked, ServedKind kind) {
    try {
      var object = object(answered.body());
      var warnings = asked.secret() ? List.<String>of() : answered.warnings();
      return new Answer.Done(MetaReader.written(kind, asked.key().orElseThrow(), object), warnings);
    } catch (IOException e) {
      return new Answer.Unknown(e.getMessage());
    }
  }

  private static MapNode object(String body) throws IOException {
    try {
      if (Json.read(body) instanceof MapNode object) {
        return object;
      }
    } catch (JsonException e) {
      throw new IOException("the server's answer is not what was asked for: " + e.getMessage(), e);
    }
    throw new IOException("the server's answer is not a JSON object");
  }
}
