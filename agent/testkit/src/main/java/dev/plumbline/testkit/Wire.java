package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A piece of network before a server on loopback: connections on it go silent, or break. */
public final class Wire implements AutoCloseable {
  private final URI server;
  private final ServerSocket door;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<Pair> open = ConcurrentHashMap.newKeySet();

  private Wire(URI server) throws IOException {
    this.server = server;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** A wire to {@code https://127.0.0.1:port}. */
  public static Wire to(String server) {
    try {
      return new Wire(URI.create(server));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where to connect instead. */
  public String url() {
    return "%s://127.0.0.1:%d".formatted(server.getScheme(), door.getLocalPort());
  }

  /** Nothing passes any more on the connections that are open, and nobody is told. */
  public void silence() {
    open.forEach(pair -> pair.silent = true);
  }

  /** Breaks the connections that are open. */
  public void cut() {
    open.forEach(Pair::close);
  }

  /** How many connections are open. */
  public int connections() {
    return open.size();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        var client = door.accept();
        var pair = new Pair(client, new Socket(server.getHost(), server.getPort()));
        open.add(pair);
        threads.execute(() -> pump(pair, pair.client, pair.upstream));
        threads.execute(() -> pump(pair, pair.upstream, pair.client));
      } catch (IOException e) {
        // The door is closed, or the server is not there and the client sees that soon.
      }
    }
  }

  private void pump(Pair pair, Socket from, Socket to) {
    var buffer = new byte[64 << 10];
    try {
      for (int n = from.getInputStream().read(buffer);
          n >= 0;
          n = from.getInputStream().read(buffer)) {
        if (!pair.silent) {
          to.getOutputStream().write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      // Closed on either side.
    }
    if (!pair.silent) {
      pair.close();
      open.remove(pair);
    }
  }

  @Override
  public void close() {
    closeQuietly(door);
    open.forEach(Pair::close);
    threads.shutdownNow();
  }

  private static void closeQuietly(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      // It is gone, which is what was wanted.
    }
  }

  private static final class Pair {
    private final Socket client;
    private final Socket upstream;
    private volatile boolean silent;

    private Pair(Socket client, Socket upstream) {
      this.client = client;
      this.upstream = upstream;
    }

    private void close() {
      closeQuietly(client);
      closeQuietly(upstream);
    }
  }
}
