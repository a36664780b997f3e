package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Digest128;
import dev.plumbline.model.ObjectKey;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class RemembersWhatItOwnsTest {

  @Property
  void what_is_packed_is_unpacked(@ForAll("entries") List<Entry> entries) {
    Inventory inventory = Inventory.of(entries);

    assertThat(Inventory.unpack(inventory.packed())).isEqualTo(inventory);
  }

  @Test
  void an_unreadable_record_is_never_taken_for_an_empty_one() {
    assertThatThrownBy(() -> Inventory.unpack(List.of("apps/v1|Deployment|web")))
        .hasMessageContaining("expected 8 fields, found 3");
    assertThatThrownBy(() -> Inventory.unpack(List.of("v1|A|b|c|u|zz||")))
        .hasMessageContaining("not a 128-bit digest");
    assertThatThrownBy(() -> Inventory.unpack(List.of("v1|A|b|c|u|" + new Digest128(1, 2) + "||x")))
        .hasMessageContaining("unknown flags");
  }

  @Provide
  Arbitrary<List<Entry>> entries() {
    Arbitrary<String> word =
        Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(8);
    Arbitrary<String> anyName =
        Arbitraries.strings().ascii().excludeChars('/').ofMinLength(1).ofMaxLength(20);
    Arbitrary<ObjectKey> key =
        Combinators.combine(word.injectDuplicates(0.3), word, word, anyName)
            .as((group, kind, namespace, name) -> new ObjectKey(group, kind, namespace, name));
    Arbitrary<Digest128> digest =
        Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(Digest128::new);
    Arbitrary<boolean[]> flags = flag().array(boolean[].class).ofSize(4);
    return Combinators.combine(key, word, word, digest, digest.optional(), flags)
        .as(
            (object, version, uid, wanted, owned, flag) ->
                new Entry(object, version, uid, wanted, owned, flag[0], flag[1], flag[2], flag[3]))
        .list()
        .ofMaxSize(20);
  }

  private static Arbitrary<Boolean> flag() {
    return Arbitraries.of(true, false);
  }

  @Test
  void a_core_object_has_no_group_in_its_version() {
    var entry =
        new Entry(
            new ObjectKey("", "ConfigMap", "web", "a|b%"),
            "v1",
            "u",
            new Digest128(1, 2),
            Optional.empty(),
            true,
            false);

    assertThat(EntryText.write(entry))
        .isEqualTo("v1|ConfigMap|web|a%7Cb%25|u|00000000000000010000000000000002||c");
  }
}
