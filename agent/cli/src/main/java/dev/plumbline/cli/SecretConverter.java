package dev.plumbline.cli;

import dev.plumbline.model.Secret;
import picocli.CommandLine.ITypeConverter;

/** What nobody may see again once it was typed. */
final class SecretConverter implements ITypeConverter<Secret<String>> {
  @Override
  public Secret<String> convert(String text) {
    return Secret.of(text);
  }
}
