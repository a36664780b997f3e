package dev.plumbline.source.git;

import dev.plumbline.source.git.GitRef.Branch;
import dev.plumbline.source.git.GitRef.Commit;
import dev.plumbline.source.git.GitRef.Newest;
import dev.plumbline.source.git.GitRef.Tag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.RefSpec;

/** The refs a server shows, found by what was asked for. */
final class Advertised {
  private static final int MAX_NAME = 255;

  private final Map<String, Ref> refs;

  Advertised(Map<String, Ref> refs) {
    this.refs = refs;
  }

  /** What to have the server show. */
  static List<RefSpec> specs(Collection<GitRef> asked) {
    return asked.stream()
        .flatMap(
            ref ->
                switch (ref) {
                  case Branch(String name) -> named(Constants.R_HEADS, name).stream();
                  case Tag(String name) -> named(Constants.R_TAGS, name).stream();
                  case Newest ignored -> List.of(Constants.R_TAGS + "*").stream();
                  case Commit commit when commit.branch().isPresent() ->
                      named(Constants.R_HEADS, commit.branch().get()).stream();
                  case Commit ignored ->
                      List.of(Constants.R_HEADS + "*", Constants.R_TAGS + "*").stream();
                })
        .distinct()
        .sorted()
        .map(name -> new RefSpec(name + ":" + name))
        .toList();
  }

  // A name no ref can have is not asked for: it is missing (SEC-GIT-05).
  private static List<String> named(String below, String name) {
    return name.length() <= MAX_NAME
            && !name.startsWith("-")
            && Repository.isValidRefName(below + name)
        ? List.of(below + name)
        : List.of();
  }

  /** The ref that decides; null where there is none, or more than one may. */
  Ref deciding(GitRef ref) {
    return switch (ref) {
      case Branch(String name) -> get(Constants.R_HEADS, name);
      case Tag(String name) -> get(Constants.R_TAGS, name);
      case Newest(var range) ->
          range.newest(tags()).map(name -> get(Constants.R_TAGS, name)).orElse(null);
      case Commit ignored -> null;
    };
  }

  /** The refs that may lead to a commit. */
  List<Ref> around(Commit commit) {
    if (commit.branch().isPresent()) {
      Ref branch = get(Constants.R_HEADS, commit.branch().get());
      return branch == null ? List.of() : List.of(branch);
    }
    return refs.values().stream()
        .filter(
            ref ->
                ref.getName().startsWith(Constants.R_HEADS)
                    || ref.getName().startsWith(Constants.R_TAGS))
        .filter(ref -> ref.getObjectId() != null)
        .toList();
  }

  private List<String> tags() {
    var tags = new ArrayList<String>();
    for (String name : refs.keySet()) {
      if (name.startsWith(Constants.R_TAGS)) {
        tags.add(name.substring(Constants.R_TAGS.length()));
      }
    }
    return tags;
  }

  private Ref get(String below, String name) {
    Ref ref = refs.get(below + name);
    return ref == null || ref.getObjectId() == null ? null : ref;
  }
}
