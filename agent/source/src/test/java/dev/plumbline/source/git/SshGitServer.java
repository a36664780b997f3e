package dev.plumbline.source.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** The real {@code git upload-pack} behind an SSH server on loopback. */
final class SshGitServer implements AutoCloseable {
  private static final Pattern UPLOAD_PACK = Pattern.compile("git-upload-pack '([^']*)'");

  private final Path root;
  private final SshServer sshd;
  private final Set<String> users = ConcurrentHashMap.newKeySet();
  private final List<String> attempts = new CopyOnWriteArrayList<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private volatile Answer answer = (in, out, err) -> false;

  /** Answers true when it has dealt with the command. */
  interface Answer {
    boolean handled(InputStream in, OutputStream out, OutputStream err) throws Exception;
  }

  private SshGitServer(Path root, SshServer sshd) {
    this.root = root;
    this.sshd = sshd;
  }

  static SshGitServer over(Path root, KeyPair... hostKeys) throws IOException {
    SshServer sshd = SshServer.setUpDefaultServer();
    var server = new SshGitServer(root, sshd);
    sshd.setHost("127.0.0.1");
    sshd.setPort(0);
    sshd.setKeyPairProvider(KeyPairProvider.wrap(hostKeys));
    sshd.setPublickeyAuthenticator(
        (user, key, session) -> {
          server.attempts.add(user);
          return server.users.contains(blob(key));
        });
    sshd.setCommandFactory((channel, command) -> server.new Upload(command));
    sshd.start();
    return server;
  }

  int port() {
    return sshd.getPort();
  }

  void letIn(KeyPair user) {
    users.add(blob(user.getPublic()));
  }

  void answer(Answer instead) {
    answer = instead;
  }

  /** The users that tried to get in. */
  List<String> attempts() {
    return List.copyOf(attempts);
  }

  List<String> commands() {
    return List.copyOf(commands);
  }

  /** A line of known_hosts, but for the name. */
  static String known(KeyPair host) {
    byte[] blob = Base64.getDecoder().decode(blob(host.getPublic()));
    return HostKey.of(blob).type() + " " + blob(host.getPublic());
  }

  static KeyPair ellipticKey() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  static KeyPair rsaKey(int bits) throws Exception {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    return generator.generateKeyPair();
  }

  static KeyPair ed25519Key() throws Exception {
    return SecurityUtils.getKeyPairGenerator("Ed25519").generateKeyPair();
  }

  /** As ssh-keygen writes it; encrypted where there is a passphrase. */
  static String openSsh(KeyPair pair, String passphrase) throws Exception {
    OpenSSHKeyEncryptionContext encryption = null;
    if (passphrase != null) {
      encryption = new OpenSSHKeyEncryptionContext();
      encryption.setPassword(passphrase);
      encryption.setCipherName("AES");
      encryption.setCipherType("256");
      encryption.setCipherMode("CTR");
    }
    var out = new ByteArrayOutputStream();
    OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", encryption, out);
    return out.toString(StandardCharsets.US_ASCII);
  }

  private static String blob(PublicKey key) {
    var buffer = new ByteArrayBuffer();
    buffer.putRawPublicKey(key);
    return Base64.getEncoder().encodeToString(buffer.getCompactData());
  }

  @Override
  public void close() throws IOException {
    sshd.close(true);
  }

  private final class Upload implements Command {
    private final String command;
    private InputStream in;
    private OutputStream out;
    private OutputStream err;
    private ExitCallback exit;

    Upload(String command) {
      this.command = command;
    }

    @Override
    public void setInputStream(InputStream stream) {
      in = stream;
    }

    @Override
    public void setOutputStream(OutputStream stream) {
      out = stream;
    }

    @Override
    public void setErrorStream(OutputStream stream) {
      err = stream;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
      exit = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
      commands.add(command);
      Thread ignored =
          start(
              () -> {
                int status = 1;
                try {
                  status = answer.handled(in, out, err) ? 0 : upload(environment);
                  out.flush();
                  err.flush();
                } catch (Exception e) {
                  // The test sees it at the other end.
                }
                exit.onExit(status);
              });
    }

    // A read from a process keeps its thread, and a virtual one its carrier with it.
    private static Thread start(Runnable work) {
      return Thread.ofPlatform().daemon().start(work);
    }

    private int upload(Environment environment) throws Exception {
      Matcher path = UPLOAD_PACK.matcher(command);
      if (!path.matches()) {
        return 127;
      }
      String relative = path.group(1).replaceFirst("^/", "");
      var builder = new ProcessBuilder("git", "upload-pack", root.resolve(relative).toString());
      String protocol = environment.getEnv().get("GIT_PROTOCOL");
      if (protocol != null) {
        builder.environment().put("GIT_PROTOCOL", protocol);
      }
      builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
      Process process = builder.start();
      var pumps = new ArrayList<Thread>();
      start(() -> pump(in, process.getOutputStream()));
      pumps.add(start(() -> pump(process.getInputStream(), out)));
      pumps.add(start(() -> pump(process.getErrorStream(), err)));
      for (Thread pump : pumps) {
        pump.join();
      }
      return process.waitFor();
    }

    private void pump(InputStream from, OutputStream to) {
      try (from) {
        var buffer = new byte[8192];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
          to.write(buffer, 0, count);
          to.flush();
        }
        if (to != out && to != err) {
          to.close();
        }
      } catch (IOException e) {
        // One of them closed.
      }
    }

    @Override
    public void destroy(ChannelSession channel) {
      // The pumps end with their streams.
    }
  }
}
