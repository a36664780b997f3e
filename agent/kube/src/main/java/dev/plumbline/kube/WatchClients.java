package dev.plumbline.kube;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * HTTP clients for watches. Each watch holds a stream for ever, and a connection carries about a
 * hundred; so beyond some dozens the next watch gets a client, and with it a connection, of its
 * own.
 */
final class WatchClients implements AutoCloseable {
  private static final int MOST_ON_ONE = 80;

  private final Endpoint endpoint;
  private final HttpClients clients;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Slot> slots = new ArrayList<>();
  private boolean closed;

  WatchClients(Endpoint endpoint, HttpClients clients) {
    this.endpoint = endpoint;
    this.clients = clients;
  }

  /** A place on a client; {@link #leave} gives it back. */
  Slot enter() {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException(
            "the connection to %s is closed".formatted(endpoint.server()));
      }
      for (Slot slot : slots) {
        if (slot.used < MOST_ON_ONE) {
          slot.used++;
          return slot;
        }
      }
      var slot = new Slot(clients.open(endpoint));
      slots.add(slot);
      return slot;
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param broken whether the client's connection went silent, so that nobody should use it again
   */
  void leave(Slot slot, boolean broken) {
    lock.lock();
    try {
      slot.used--;
      if (broken || slot.used == 0) {
        slots.remove(slot);
        slot.client.shutdown();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      slots.forEach(slot -> slot.client.shutdownNow());
      slots.clear();
    } finally {
      lock.unlock();
    }
  }

  /** A client and how many watches are on it. */
  static final class Slot {
    final HttpClient client;
    private int used = 1;

    private Slot(HttpClient client) {
      this.client = client;
    }
  }
}
