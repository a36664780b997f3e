package dev.plumbline.reconcile;

import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.Missing;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Fetches everything that is wanted of a repository in one conversation. Where something in it is
 * not taken, an object too large or one that is not safe, each branch and tag is fetched by itself:
 * whoever pushed it holds up nobody but those who follow it.
 */
final class Looking {
  private final GitRepositories repositories;

  Looking(GitRepositories repositories) {
    this.repositories = repositories;
  }

  /** What a look found. */
  sealed interface Found {
    /**
     * @param refused what is there and is not taken, and why
     */
    record Seen(Fetched fetched, Map<GitRef, Failure> refused) implements Found {}

    /** Nothing could be fetched. */
    record Nothing(Unreachable why) implements Found {}
  }

  /**
   * @param suspects what was not taken at the last look
   */
  Found look(GitSource source, Set<GitRef> suspects) throws IOException, InterruptedException {
    var together = new HashSet<>(source.refs());
    together.removeAll(suspects);
    var apart = new LinkedHashSet<>(source.refs());
    apart.removeAll(together);
    var all = new Collected();
    if (!together.isEmpty()) {
      switch (repositories.fetch(only(source, together))) {
        case Fetched fetched -> all.add(fetched);
        case Unreachable why when isOfContent(why) && source.refs().size() > 1 ->
            apart.addAll(together);
        case Unreachable why -> {
          return new Found.Nothing(why);
        }
      }
    }
    for (GitRef ref : apart) {
      switch (repositories.fetch(only(source, Set.of(ref)))) {
        case Fetched fetched -> all.add(fetched);
        case Unreachable why when isOfContent(why) -> all.refuse(ref, why);
        case Unreachable why -> {
          return new Found.Nothing(why);
        }
      }
    }
    return all.found();
  }

  private static GitSource only(GitSource source, Set<GitRef> refs) {
    return new GitSource(source.repository(), source.url(), source.access(), refs);
  }

  private static boolean isOfContent(Unreachable why) {
    return why.reason() == FetchOutcome.Reason.OVER_LIMIT
        || why.reason() == FetchOutcome.Reason.MALFORMED;
  }

  /** What several fetches brought. */
  private static final class Collected {
    private final Map<GitRef, Revision> heads = new HashMap<>();
    private final Map<GitRef, String> tagObjects = new HashMap<>();
    private final Map<GitRef, Missing> missing = new HashMap<>();
    private final Set<GitRef> rewound = new HashSet<>();
    private final Map<GitRef, Failure> refused = new HashMap<>();
    private boolean any;
    private Unreachable last;

    void add(Fetched fetched) {
      any = true;
      heads.putAll(fetched.heads());
      tagObjects.putAll(fetched.tagObjects());
      missing.putAll(fetched.missing());
      rewound.addAll(fetched.rewound());
    }

    void refuse(GitRef ref, Unreachable why) {
      last = why;
      refused.put(
          ref, new Failure(Failure.camel(why.reason()), "%s: %s".formatted(ref, why.sentence())));
    }

    Found found() {
      return any || last == null
          ? new Found.Seen(new Fetched(heads, tagObjects, missing, rewound), Map.copyOf(refused))
          : new Found.Nothing(last);
    }
  }
}
