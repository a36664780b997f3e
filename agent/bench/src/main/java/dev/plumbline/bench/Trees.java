package dev.plumbline.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the directories that are built: bases of many resources, and overlays over them. */
final class Trees {
  private Trees() {}

  /** A kustomization of so many resources, and nothing else. */
  static Path plain(Path root, int resources) {
    Path base = root.resolve("base-" + resources);
    var text = new StringBuilder();
    for (int i = 0; i < resources / 2; i++) {
      text.append(i == 0 ? "" : "---\n").append(resource(i));
    }
    write(base.resolve("resources.yaml"), text.toString());
    write(base.resolve("kustomization.yaml"), "resources:\n- resources.yaml\n");
    return base;
  }

  /** An overlay that touches every resource of a base in most of the ways people use. */
  static Path overlay(Path root, Path base, int number) {
    Path overlay = root.resolve("overlays-" + base.getFileName()).resolve("t" + number);
    write(overlay.resolve("kustomization.yaml"), touching("../../" + base.getFileName(), number));
    return overlay;
  }

  private static String resource(int number) {
    return """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: app-%1$d
        labels:
          app: app-%1$d
      spec:
        replicas: 2
        selector:
          matchLabels:
            app: app-%1$d
        template:
          metadata:
            labels:
              app: app-%1$d
          spec:
            serviceAccountName: app-%1$d
            containers:
            - name: web
              image: registry.example.com/app:1.2.%1$d
              ports:
              - containerPort: 8080
              envFrom:
              - configMapRef:
                  name: settings-%1$d
              resources:
                requests:
                  cpu: 100m
                  memory: 128Mi
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings-%1$d
      data:
        LOG_LEVEL: info
        ENDPOINT: https://app-%1$d.example.com
      """
        .formatted(number);
  }

  private static String touching(String base, int number) {
    return """
      resources:
      - %1$s
      namespace: tenant-%2$d
      namePrefix: t%2$d-
      labels:
      - pairs:
          tenant: t%2$d
        includeSelectors: true
      commonAnnotations:
        owner: team
      images:
      - name: registry.example.com/app
        newTag: 2.0.0
      patches:
      - target:
          kind: Deployment
        patch: |-
          apiVersion: apps/v1
          kind: Deployment
          metadata:
            name: any
          spec:
            template:
              spec:
                securityContext:
                  runAsNonRoot: true
      """
        .formatted(base, number);
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
