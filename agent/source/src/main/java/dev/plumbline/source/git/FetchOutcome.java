package dev.plumbline.source.git;

import dev.plumbline.model.Revision;
import java.util.Map;
import java.util.Set;

/** What a fetch brought. */
public sealed interface FetchOutcome {

  /**
   * The repository was reached and what was asked for is here.
   *
   * @param heads where the refs lead that exist; the ref of the revision is the branch or the tag
   * @param tagObjects the ids of the annotated tags that led there
   * @param missing the refs that do not lead anywhere
   * @param rewound the branches that do not descend from where we last saw them, and the tags that
   *     were moved: followed, but worth telling
   */
  record Fetched(
      Map<GitRef, Revision> heads,
      Map<GitRef, String> tagObjects,
      Map<GitRef, Missing> missing,
      Set<GitRef> rewound)
      implements FetchOutcome {
    public Fetched {
      heads = Map.copyOf(heads);
      tagObjects = Map.copyOf(tagObjects);
      missing = Map.copyOf(missing);
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
    /** The proxy on the way does not let us through. */
    PROXY_REFUSED,
    /** An SSH server shows a key that is not known, or none is known of it. */
    HOST_KEY_REFUSED,
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
            PROXY_REFUSED,
            HOST_KEY_REFUSED,
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
