package dev.plumbline.source.git;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that knows CONNECT and nothing else, and does its own name lookups. */
final class ConnectProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private volatile String refusal;
  private volatile int port;

  ConnectProxy() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.startVirtualThread(this::accept);
  }

  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** What it was asked, heads as they came. */
  List<String> heads() {
    return new ArrayList<>(heads);
  }

  /** Answers this instead of connecting; null to connect again. */
  void refuse(String answer) {
    refusal = answer;
  }

  /** Where it connects to on loopback, whatever host it is asked for. */
  void leadTo(int localPort) {
    port = localPort;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.startVirtualThread(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      heads.add(head(client.getInputStream()));
      var out = client.getOutputStream();
      if (refusal != null) {
        out.write(refusal.getBytes(StandardCharsets.US_ASCII));
        return;
      }
      try (var server = new Socket(InetAddress.getLoopbackAddress(), port)) {
        out.write(
            "HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        Thread back = Thread.startVirtualThread(() -> pass(server, client));
        pass(client, server);
        back.join();
      }
    } catch (IOException | InterruptedException e) {
      // The test sees it at the other end.
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them closed.
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        break;
      }
      head.append((char) c);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
