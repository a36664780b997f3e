package dev.plumbline.kube;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;

/** What an exception of the network means, and how people call it. */
final class NetworkErrors {
  private static final int MOST_CAUSES = 10;

  private NetworkErrors() {}

  /** Whether it proves that no byte of the request reached the server. */
  static boolean neverSent(Throwable error) {
    return caused(error, ConnectException.class)
        || caused(error, HttpConnectTimeoutException.class)
        || caused(error, NoRouteToHostException.class)
        || caused(error, UnknownHostException.class)
        || caused(error, UnresolvedAddressException.class)
        || caused(error, SSLHandshakeException.class)
        || message(error).contains("too many concurrent streams");
  }

  /** Whether it comes from our own limit of the answer's size. */
  static boolean tooLarge(Throwable error) {
    return message(error).contains("exceeds capacity");
  }

  static String say(Throwable error) {
    if (error instanceof UnknownHostException || caused(error, UnresolvedAddressException.class)) {
      return "no such host";
    }
    if (caused(error, HttpConnectTimeoutException.class)) {
      return "no connection within 5 s";
    }
    if (caused(error, CertPathBuilderException.class)) {
      return "its certificate is not signed by an authority we trust";
    }
    if (caused(error, CertificateException.class)) {
      return "its certificate is not accepted: " + message(error);
    }
    if (caused(error, ConnectException.class)) {
      return "connection refused";
    }
    String message = message(error);
    return message.isEmpty() ? error.getClass().getSimpleName() : message;
  }

  private static boolean caused(Throwable error, Class<? extends Throwable> by) {
    var cause = error;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++, cause = cause.getCause()) {
      if (by.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  // The deepest message is the one that says it; the ones above repeat or wrap it.
  private static String message(Throwable error) {
    String message = "";
    var cause = error;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++, cause = cause.getCause()) {
      if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
        message = cause.getMessage();
      }
    }
    return message.length() > 300 ? message.substring(0, 300) : message;
  }
}
