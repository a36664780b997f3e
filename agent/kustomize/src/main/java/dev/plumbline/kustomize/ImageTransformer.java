package dev.plumbline.kustomize;

import com.google.re2j.Pattern;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/** Changes name, tag or digest of images, in every list of containers and in the fields named. */
final class ImageTransformer implements Transformer {
  private final Image image;
  private final FieldSpecs fields;
  private final Pattern pattern;

  ImageTransformer(Image image, FieldSpecs fields) {
    this.image = image;
    this.fields = fields;
    // The name is not escaped, which people rely on.
    this.pattern =
        Patterns.compile("^" + image.name() + "(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$");
  }

  /** An entry of {@code images}. */
  record Image(String name, String newName, String newTag, String tagSuffix, String digest) {}

  @Override
  public void transform(ResMap map) {
    map.replaceAll(
        resource ->
            resource.isEmpty() || resource.kind().equals("CustomResourceDefinition")
                ? resource
                : with(resource));
  }

  private Resource with(Resource resource) {
    var edit = new Edit();
    var body = (MapNode) inContainers(resource.body(), edit);
    for (var spec : fields.list()) {
      body =
          FieldWalk.apply(
              resource, body, edit, spec, FieldWalk.Created.NOTHING, this::changedScalar);
    }
    return resource.with(edit.settle(body));
  }

  private Node inContainers(Node node, Edit edit) {
    return switch (node) {
      case ScalarNode scalar -> scalar;
      case ListNode list -> {
        List<Node> changed = null;
        for (int i = 0; i < list.items().size(); i++) {
          var value = inContainers(list.items().get(i), edit);
          if (value != list.items().get(i)) {
            changed = changed == null ? new ArrayList<>(list.items()) : changed;
            changed.set(i, value);
          }
        }
        yield changed == null ? list : list.with(changed);
      }
      case MapNode map -> {
        var changes = new MapChange(map);
        map.entries()
            .forEach(
                (key, old) -> {
                  var value = inContainers(old, edit);
                  if (key.equals("containers") || key.equals("initContainers")) {
                    value = images(value, edit);
                  }
                  if (value != old) {
                    changes.put(key, value);
                  }
                });
        yield changes.result();
      }
    };
  }

  private Node images(Node node, Edit edit) {
    if (!(node instanceof ListNode list)) {
      return node;
    }
    List<Node> items = new ArrayList<>(list.items().size());
    boolean changed = false;
    for (Node item : list.items()) {
      var value = item;
      if (item instanceof MapNode map && map.get("image").isPresent()) {
        var old = map.get("image").get();
        var written = edit.write(old, changedScalar(old));
        value = written == old ? map : map.with("image", written);
      }
      changed |= value != item;
      items.add(value);
    }
    return changed ? list.with(items) : list;
  }

  private Node changedScalar(Node old) {
    if (!(old instanceof ScalarNode scalar)) {
      throw new BuildException(
          old.position(), "wrong node kind: expected ScalarNode but got " + Trees.kindName(old));
    }
    if (!pattern.matcher(scalar.text()).find()) {
      return old;
    }
    String changed = changed(scalar.text());
    return Trees.untyped(changed, old.position());
  }

  private String changed(String text) {
    // A colon before the first slash is a port.
    int from = Math.max(text.indexOf('/'), 0);
    int at = text.indexOf('@', from);
    int colon = text.indexOf(':', from);
    boolean hasTag = colon >= 0 && (at < 0 || colon < at);
    String tag = hasTag ? text.substring(colon + 1, at < 0 ? text.length() : at) : "";
    String digest = at < 0 ? "" : text.substring(at + 1);
    String name = hasTag ? text.substring(0, colon) : at < 0 ? text : text.substring(0, at);
    if (!image.newName().isEmpty()) {
      name = image.newName();
    }
    if (!image.newTag().isEmpty()) {
      tag = image.newTag();
      digest = image.digest();
    } else if (!image.digest().isEmpty()) {
      tag = "";
      digest = image.digest();
    } else if (!image.tagSuffix().isEmpty()) {
      tag += image.tagSuffix();
      digest = "";
    }
    return name + (tag.isEmpty() ? "" : ":" + tag) + (digest.isEmpty() ? "" : "@" + digest);
  }
}
