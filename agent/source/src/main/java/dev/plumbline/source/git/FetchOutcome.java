package dev.plumbline.source.git;

import dev.plumbline.model.Revision;
import java.util.Map;
import java.util.Set;

/** What a fetch brought. */
public sealed interface FetchOutcome {

  /**
   * The repository was reached and what was asked for is here.
   *
   * @param heads the branches that exist, and where they stand
   * @param missing the branches that do not exist
   * @param rewound those of the heads that do not descend from where we last saw them: followed,
   *     but worth telling
   */
  record Fetched(Map<String, Revision> heads, Set<String> missing, Set<String> rewound)
      implements FetchOutcome {
    public Fetched {
      heads = Map.copyOf(heads);
      missing = Set.copyOf(missing);
      rewound = Set.copyOf(rewound);
    }
  }

  /**
   * Nothing new is here; what was fetched before stays usable.
   *
   * @param sentence for people: the url, what happened, what to do
   */
  record Unreachable(Reason reason, String sentence) implements FetchOutcome {}

  /** Why a repository could not be fetched. */
  enum Reason {
    /** The text is no url we take; told before anything is fetched. */
    INVALID_URL,
    /** Plain http where it is not allowed. */
    INSECURE_URL,
    /** The host is an address no repository may live at. */
    FORBIDDEN_ADDRESS,
    HOST_UNKNOWN,
    CONNECTION_FAILED,
    TIMED_OUT,
    TLS_FAILED,
    AUTHENTICATION_REFUSED,
    NOT_FOUND,
    /** It sends us to another host, and credentials do not go there. */
    REDIRECTED,
    NOT_A_REPOSITORY,
    SERVER_ERROR,
    EMPTY_REPOSITORY,
    OVER_LIMIT,
    /** It sent objects that Git's own checks refuse, or not all of them. */
    MALFORMED;

    /** Whether trying again may help without anybody changing anything. */
    public boolean passing() {
      return switch (this) {
        case HOST_UNKNOWN, CONNECTION_FAILED, TIMED_OUT, SERVER_ERROR -> true;
        case INVALID_URL,
            INSECURE_URL,
            FORBIDDEN_ADDRESS,
            TLS_FAILED,
            AUTHENTICATION_REFUSED,
            NOT_FOUND,
            REDIRECTED,
            NOT_A_REPOSITORY,
            EMPTY_REPOSITORY,
            OVER_LIMIT,
            MALFORMED ->
            false;
      };
    }
  }
}
