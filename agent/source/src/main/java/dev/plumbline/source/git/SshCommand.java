package dev.plumbline.source.git;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;

/**
 * A command on the other side, as JGit wants to see it. What it prints is counted like every answer
 * of a server; what it says about errors is cut off.
 */
final class SshCommand extends Process {
  private static final int MAX_ERRORS = 16 << 10;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(1);

  private final ChannelExec channel;
  private final InputStream out;
  private final InputStream errors;

  SshCommand(ChannelExec channel, Exchange exchange, Runnable abort) {
    this.channel = channel;
    this.out = exchange.metered(channel.getInvertedOut(), abort);
    this.errors = new FirstBytes(channel.getInvertedErr());
  }

  @Override
  public OutputStream getOutputStream() {
    return channel.getInvertedIn();
  }

  @Override
  public InputStream getInputStream() {
    return out;
  }

  @Override
  public InputStream getErrorStream() {
    return errors;
  }

  @Override
  public int waitFor() {
    return exitValue();
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) {
    return channel
        .waitFor(EnumSet.of(ClientChannelEvent.CLOSED), unit.toMillis(timeout))
        .contains(ClientChannelEvent.CLOSED);
  }

  /** The status the command ended with; -1 where it did not say in time. */
  @Override
  public int exitValue() {
    channel.waitFor(
        EnumSet.of(ClientChannelEvent.EXIT_STATUS, ClientChannelEvent.CLOSED),
        GONE_WITHIN.toMillis());
    Integer status = channel.getExitStatus();
    return status == null ? -1 : status;
  }

  @Override
  public boolean isAlive() {
    return channel.isOpen();
  }

  @Override
  public void destroy() {
    channel.close(true);
  }

  /** The beginning of a stream; then it looks ended, and nothing more is taken in. */
  private static final class FirstBytes extends FilterInputStream {
    private int left = MAX_ERRORS;

    FirstBytes(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int count = super.read(into, from, Math.min(length, left));
      left -= Math.max(count, 0);
      return count;
    }
  }
}
