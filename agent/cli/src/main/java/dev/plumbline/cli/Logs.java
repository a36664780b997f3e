package dev.plumbline.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs as JSON, one line each, on standard error. Off until somebody asks for a level: a command
 * tells its failures itself.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class Logs extends ContextAwareBase implements Configurator {

  static void atLevel(Level level) {
    root((LoggerContext) LoggerFactory.getILoggerFactory()).setLevel(level);
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    var encoder = new JsonEncoder();
    encoder.setContext(context);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithFormattedMessage(true);
    encoder.start();

    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();

    root(context).setLevel(Level.OFF);
    root(context).addAppender(appender);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  private static ch.qos.logback.classic.Logger root(LoggerContext context) {
    return context.getLogger(Logger.ROOT_LOGGER_NAME);
  }
}
