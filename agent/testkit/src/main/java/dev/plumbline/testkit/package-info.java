/**
 * The real things, for tests: Kubernetes control planes, a Git server, and a clock that stands
 * still.
 *
 * <p>A {@link ControlPlane} is kube-apiserver, etcd and the controllers as processes on loopback,
 * built from {@code testbed/} on first use. One is shared by all test processes of a build and
 * gives each test namespaces of its own; a test that stops the server starts its own. Nothing
 * outlives the build. This package knows nothing of the modules it tests.
 */
package dev.plumbline.testkit;
