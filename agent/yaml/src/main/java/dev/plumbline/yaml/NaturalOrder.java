package dev.plumbline.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The order kustomize prints keys in: runs of digits compare as numbers, letters come after all
 * else.
 *
 * <p>The rule is not transitive ({@code a10 < a1b < a2 < a10}), and the original starts from a
 * random order, so such maps print differently from run to run there. Here the keys are
 * merge-sorted from code point order: one result, which is the original's wherever that has only
 * one.
 */
final class NaturalOrder {
  private NaturalOrder() {}

  static List<String> sort(Collection<String> keys) {
    var sorted = new ArrayList<>(keys);
    if (sorted.size() < 2) {
      return sorted;
    }
    sorted.sort(null);
    var result = sorted.toArray(String[]::new);
    mergeSort(result, new String[result.length], 0, result.length);
    return List.of(result);
  }

  // Not the library's sort, which throws when a comparison contradicts itself.
  private static void mergeSort(String[] keys, String[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(keys, spare, from, middle);
    mergeSort(keys, spare, middle, to);
    if (!less(keys[middle], keys[middle - 1])) {
      return;
    }
    System.arraycopy(keys, from, spare, from, to - from);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean takeRight = left == middle || (right < to && less(spare[right], spare[left]));
      keys[i] = takeRight ? spare[right++] : spare[left++];
    }
  }

  static boolean less(String a, String b) {
    int length = Math.min(a.length(), b.length());
    int i = 0;
    while (i < length && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    if (i == length) {
      return a.length() < b.length();
    }
    if (i > 0
        && Character.isLowSurrogate(a.charAt(i))
        && Character.isHighSurrogate(a.charAt(i - 1))) {
      i--;
    }
    int ca = a.codePointAt(i);
    int cb = b.codePointAt(i);
    boolean la = Character.isLetter(ca);
    boolean lb = Character.isLetter(cb);
    if (la != lb) {
      return lb;
    }
    return la ? ca < cb : lessByNumber(a, b, i, ca, cb);
  }

  private static boolean lessByNumber(String a, String b, int i, int ca, int cb) {
    long start = (ca == '0' || cb == '0') && followsNumber(a, i) ? 1 : 0;
    long na = start;
    long nb = start;
    int ia = i;
    for (; ia < a.length() && Character.isDigit(a.charAt(ia)); ia++) {
      na = na * 10 + a.charAt(ia) - '0';
    }
    int ib = i;
    for (; ib < b.length() && Character.isDigit(b.charAt(ib)); ib++) {
      nb = nb * 10 + b.charAt(ib) - '0';
    }
    if (na != nb) {
      return na < nb;
    }
    return ia != ib ? ia < ib : ca < cb;
  }

  private static boolean followsNumber(String text, int i) {
    for (int j = i - 1; j >= 0 && Character.isDigit(text.charAt(j)); j--) {
      if (text.charAt(j) != '0') {
        return true;
      }
    }
    return false;
  }
}
