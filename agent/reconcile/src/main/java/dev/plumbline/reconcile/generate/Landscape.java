package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.LabelSelector;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.hub.Lookup;
import java.util.List;
import java.util.Map;

/**
 * What is around Tenants, by name. What is there and cannot be read is not absent: nothing is
 * deleted because of it.
 */
public record Landscape(
    Map<String, Lookup<RepositorySpec, RepositoryStatus>> repositories,
    Map<String, Lookup<EnvironmentSpec, EnvironmentStatus>> environments,
    Map<String, Lookup<TargetSpec, TargetStatus>> targets,
    Directories directories) {

  Lookup<RepositorySpec, RepositoryStatus> repository(String name) {
    return repositories.getOrDefault(name, new Lookup.Absent<>());
  }

  Lookup<EnvironmentSpec, EnvironmentStatus> environment(String name) {
    return environments.getOrDefault(name, new Lookup.Absent<>());
  }

  Lookup<TargetSpec, TargetStatus> target(String name) {
    return targets.getOrDefault(name, new Lookup.Absent<>());
  }

  /** The names of the Environments with such labels, sorted. */
  List<String> environments(LabelSelector selector) {
    return environments.entrySet().stream()
        .filter(
            entry ->
                entry.getValue() instanceof Lookup.Found<EnvironmentSpec, EnvironmentStatus>(var e)
                    && !e.deleting()
                    && selector.matches(e.labels()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** The names of the Targets with such labels, sorted. */
  public List<String> targets(LabelSelector selector) {
    return targets.entrySet().stream()
        .filter(entry -> selects(selector, entry.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static boolean selects(LabelSelector selector, Lookup<TargetSpec, TargetStatus> target) {
    return target instanceof Lookup.Found<TargetSpec, TargetStatus>(var found)
        && !found.deleting()
        && selector.matches(found.labels());
  }
}
