package dev.plumbline.cli;

import dev.plumbline.cli.LiveTree.Branch;
import dev.plumbline.health.Health;
import java.io.PrintWriter;
import java.util.List;

/** A tree with what is wrong in its branches. */
final class TreePrinter {
  private static final String GAP = "   ";

  private final PrintWriter out;
  private final boolean coloured;

  TreePrinter(PrintWriter out, boolean coloured) {
    this.out = out;
    this.coloured = coloured;
  }

  void print(List<Branch> branches) {
    print("", branches, width(branches, 0));
  }

  private void print(String indent, List<Branch> branches, int width) {
    for (int i = 0; i < branches.size(); i++) {
      boolean last = i == branches.size() - 1;
      Branch branch = branches.get(i);
      String start = indent + (last ? "└─ " : "├─ ") + branch.name();
      out.println(start + " ".repeat(Math.max(0, width - start.length())) + GAP + said(branch));
      print(indent + (last ? "   " : "│  "), branch.children(), width);
    }
  }

  private static int width(List<Branch> branches, int depth) {
    return branches.stream()
        .mapToInt(
            branch ->
                Math.max(
                    depth * 3 + 3 + branch.name().length(), width(branch.children(), depth + 1)))
        .max()
        .orElse(0);
  }

  private String said(Branch branch) {
    Health health = branch.health();
    String word =
        switch (health.status()) {
          case CURRENT -> "Healthy";
          case IN_PROGRESS -> "Progressing";
          case FAILED -> "Failed";
          case TERMINATING -> "Terminating";
          case NOT_FOUND -> "Missing";
          case UNKNOWN -> "Unknown";
        };
    String colour =
        switch (health.status()) {
          case CURRENT -> Ink.GREEN;
          case FAILED, NOT_FOUND -> Ink.RED;
          case IN_PROGRESS, TERMINATING, UNKNOWN -> Ink.YELLOW;
        };
    String shown = coloured ? colour + word + Ink.OFF : word;
    return health.isCurrent() ? shown : shown + "   " + health.sentence();
  }
}
