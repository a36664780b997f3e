package dev.plumbline.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What else is known of a user, as {@code scopes=view}. */
final class ExtraConverter implements ITypeConverter<ExtraConverter.Extra> {

  /** A key may come with several values. */
  record Extra(String key, String value) {}

  @Override
  public Extra convert(String text) {
    int end = text.indexOf('=');
    if (end <= 0) {
      throw new TypeConversionException("'%s' is not KEY=VALUE".formatted(text));
    }
    return new Extra(text.substring(0, end), text.substring(end + 1));
  }
}
