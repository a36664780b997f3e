/**
 * What the agent listens on: webhooks in, health and metrics out.
 *
 * <p>It calls no stage. A webhook that proves it knows the secret puts the name of a Repository
 * where the agent looks next, and can do nothing else. Everything that is read is bounded in bytes,
 * number and time.
 */
package dev.plumbline.server;
