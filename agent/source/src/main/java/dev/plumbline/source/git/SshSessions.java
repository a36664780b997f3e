package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.compression.BuiltinCompressions;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.signature.Signature;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.transport.CredentialsProvider;
import org.eclipse.jgit.transport.RemoteSession;
import org.eclipse.jgit.transport.SshSessionFactory;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.util.FS;

/**
 * Opens the one SSH session of a fetch. Who we are and whom we trust comes from the Repository's
 * Secret alone: no agent, no {@code ~/.ssh}, no configuration, no password, no host key that is not
 * in {@code known_hosts} (SEC-GIT-07). The address that is connected to is the one that was
 * checked.
 */
final class SshSessions extends SshSessionFactory {
  private static final List<BuiltinSignatures> ALL =
      List.of(
          BuiltinSignatures.ed25519,
          BuiltinSignatures.nistp256,
          BuiltinSignatures.nistp384,
          BuiltinSignatures.nistp521,
          BuiltinSignatures.rsaSHA512,
          BuiltinSignatures.rsaSHA256);

  private final GitUrl url;
  private final GitCredentials.SshKey who;
  private final Exchange exchange;

  SshSessions(GitUrl url, GitCredentials.SshKey who, Exchange exchange) {
    this.url = url;
    this.who = who;
    this.exchange = exchange;
  }

  @Override
  public String getType() {
    return "plumbline";
  }

  @Override
  public RemoteSession getSession(
      URIish uri, CredentialsProvider credentials, FS files, int timeout)
      throws TransportException {
    try {
      return open();
    } catch (IOException e) {
      throw new TransportException(e.getMessage(), e);
    }
  }

  private SshSession open() throws IOException {
    KeyPair key = SshIdentity.read(who);
    KnownHosts.Keys known = known();
    var hostKeys = new HostKeys(known);
    InetAddress address = address();
    SshClient client = client(known, hostKeys);
    client.start();
    try {
      ClientSession session =
          client
              .connect(url.user(), address.getHostAddress(), url.port())
              .verify(exchange.idleTime())
              .getSession();
      session.addPublicKeyIdentity(key);
      session.auth().verify(exchange.idleTime());
      return new SshSession(client, session, exchange);
    } catch (IOException e) {
      client.close(true);
      throw hostKeys.refusal != null ? hostKeys.refusal : explained(e);
    }
  }

  private KnownHosts.Keys known() throws Stop {
    KnownHosts hosts;
    try {
      hosts = KnownHosts.parse(who.knownHosts());
    } catch (IllegalArgumentException e) {
      throw new Stop(Reason.HOST_KEY_REFUSED, "known_hosts of its Secret: " + e.getMessage());
    }
    KnownHosts.Keys keys = hosts.of(url.host(), url.port());
    if (keys.trusted().isEmpty()) {
      throw new Stop(
          Reason.HOST_KEY_REFUSED,
          "known_hosts of its Secret has no %skey of %s; add what ssh-keyscan prints, once you have"
                  .formatted(
                      keys.weak().isEmpty() ? "" : "key that is strong enough, only an RSA ",
                      KnownHosts.name(url.host(), url.port()))
              + " compared it with what the host's operator publishes");
    }
    return keys;
  }

  private InetAddress address() throws IOException {
    try {
      InetAddress address = InetAddress.getByName(url.host());
      exchange.addresses().check(address);
      return address;
    } catch (UnknownHostException e) {
      throw exchange.stop(e);
    }
  }

  private SshClient client(KnownHosts.Keys known, HostKeys hostKeys) {
    SshClient client =
        ClientBuilder.builder()
            .hostConfigEntryResolver(HostConfigEntryResolver.EMPTY)
            .filePasswordProvider(FilePasswordProvider.EMPTY)
            .serverKeyVerifier(hostKeys::verify)
            .signatureFactories(signatures(typesOf(known)))
            .compressionFactories(List.of(BuiltinCompressions.none))
            .forwardingFilter(RejectAllForwardingFilter.INSTANCE)
            .build();
    client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
    client.setAgentFactory(null);
    client.setUserAuthFactories(List.of(new UserAuthPublicKeyFactory(signatures(ALL))));
    CoreModuleProperties.AUTH_TIMEOUT.set(client, exchange.idleTime());
    CoreModuleProperties.IDLE_TIMEOUT.set(client, exchange.fetchTime());
    return client;
  }

  // A server has several keys: it must be asked for one that is known.
  private static List<BuiltinSignatures> typesOf(KnownHosts.Keys known) {
    Set<String> types = known.trusted().stream().map(HostKey::type).collect(Collectors.toSet());
    return ALL.stream()
        .filter(
            signature ->
                types.contains(
                    signature.getName().startsWith("rsa-") ? "ssh-rsa" : signature.getName()))
        .toList();
  }

  private static List<NamedFactory<Signature>> signatures(List<BuiltinSignatures> some) {
    return List.copyOf(some);
  }

  private Stop explained(IOException failure) {
    String text = String.valueOf(failure.getMessage());
    if (failure instanceof SshException && text.contains("No more authentication methods")) {
      return new Stop(
          Reason.AUTHENTICATION_REFUSED,
          "user %s with the key identity of its Secret is not let in".formatted(url.user()));
    }
    return exchange.stop(failure);
  }

  /** Judges the key a server shows, and keeps why it was refused. */
  private static final class HostKeys {
    private final KnownHosts.Keys known;
    private volatile Stop refusal;

    HostKeys(KnownHosts.Keys known) {
      this.known = known;
    }

    boolean verify(ClientSession session, SocketAddress address, PublicKey shown) {
      var buffer = new ByteArrayBuffer();
      buffer.putRawPublicKey(shown);
      HostKey key = HostKey.of(buffer.getCompactData());
      if (known.accept(key)) {
        return true;
      }
      refusal =
          new Stop(
              Reason.HOST_KEY_REFUSED,
              known.revoked().contains(key)
                  ? "shows a key that known_hosts of its Secret calls revoked"
                  : "shows another %s key than known_hosts of its Secret has; either the host has a"
                          .formatted(key.type())
                      + " new key, or somebody is in between");
      return false;
    }
  }
}
