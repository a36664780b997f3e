package dev.plumbline.cli;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where to listen: {@code 127.0.0.1:8080}, {@code [::1]:8080}, {@code :8080} for everywhere. */
final class AddressConverter implements ITypeConverter<InetSocketAddress> {
  private static final Pattern ADDRESS = Pattern.compile("(\\[[^]]*]|[^:]*):([0-9]{1,5})");

  @Override
  public InetSocketAddress convert(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      throw new TypeConversionException(
          "'%s' is no address such as 127.0.0.1:8080 or :8080".formatted(text));
    }
    int port = Integer.parseInt(matcher.group(2));
    return matcher.group(1).isEmpty()
        ? new InetSocketAddress(port)
        : new InetSocketAddress(matcher.group(1), port);
  }
}
