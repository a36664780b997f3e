package dev.plumbline.kustomize;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.function.Predicate;

/** Regular expressions of users: RE2 syntax and linear time, whatever they write. */
final class Patterns {
  private Patterns() {}

  /** Matches whole texts; an empty pattern matches anything. */
  static Predicate<String> whole(String pattern) {
    if (pattern.isEmpty()) {
      return _ -> true;
    }
    var compiled = compile("^(?:" + pattern + ")$");
    return text -> compiled.matcher(text).find();
  }

  static Pattern compile(String pattern) {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new BuildException(
          "error parsing regexp: %s: `%s`".formatted(e.getDescription(), e.getPattern()));
    }
  }
}
