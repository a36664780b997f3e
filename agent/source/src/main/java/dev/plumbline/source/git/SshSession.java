package dev.plumbline.source.git;

import java.io.IOException;
import java.util.Map;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.session.ClientSession;
import org.eclipse.jgit.transport.RemoteSession2;

/** One SSH session, and the client it is the only one of. */
final class SshSession implements RemoteSession2 {
  private final SshClient client;
  private final ClientSession session;
  private final Exchange exchange;

  SshSession(SshClient client, ClientSession session, Exchange exchange) {
    this.client = client;
    this.session = session;
    this.exchange = exchange;
  }

  @Override
  public Process exec(String command, int timeout) throws IOException {
    return exec(command, Map.of(), timeout);
  }

  @Override
  public Process exec(String command, Map<String, String> environment, int timeout)
      throws IOException {
    try {
      ChannelExec channel = session.createExecChannel(command, null, environment);
      channel.open().verify(exchange.idleTime());
      return new SshCommand(channel, exchange, this::disconnect);
    } catch (IOException e) {
      throw exchange.stop(e);
    }
  }

  @Override
  public void disconnect() {
    session.close(true);
    client.close(true);
  }
}
