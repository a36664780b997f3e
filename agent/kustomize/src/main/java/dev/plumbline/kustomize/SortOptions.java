package dev.plumbline.kustomize;

import java.util.List;

/** What {@code sortOptions} asks for, checked. */
record SortOptions(boolean legacy, KindOrder order) {
  static SortOptions read(Fields fields) {
    String order = fields.text("order");
    var lists = fields.object("legacySortOptions", "LegacySortOptions");
    List<String> first = lists == null ? List.of() : lists.texts("orderFirst");
    List<String> last = lists == null ? List.of() : lists.texts("orderLast");
    if (lists != null) {
      lists.done();
    }
    fields.done();
    if (!order.equals("fifo") && !order.equals("legacy")) {
      throw new BuildException(
          fields.position(), "the field 'sortOptions.order' must be one of [fifo, legacy]");
    }
    if (order.equals("fifo") && lists != null) {
      throw new BuildException(
          fields.position(),
          "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo',"
              + " not 'legacy'");
    }
    return new SortOptions(
        order.equals("legacy"), lists == null ? KindOrder.DEFAULT : new KindOrder(first, last));
  }

  List<Resource> sorted(List<Resource> resources) {
    return legacy ? order.sorted(resources) : resources;
  }
}
