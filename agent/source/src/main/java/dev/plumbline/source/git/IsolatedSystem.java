package dev.plumbline.source.git;

import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;

/**
 * A machine without any Git configuration and without an environment: no include, filter, proxy,
 * credential helper or alternate can come from the account we run under (SEC-GIT-16). It also keeps
 * JGit from running the installed {@code git} to ask where the system's configuration is.
 */
final class IsolatedSystem extends SystemReader {
  private final SystemReader machine;

  private IsolatedSystem(SystemReader machine) {
    this.machine = machine;
  }

  /** JGit knows one system per JVM; we are its only user. */
  static void install() {
    SystemReader current = SystemReader.getInstance();
    if (!(current instanceof IsolatedSystem)) {
      SystemReader.setInstance(new IsolatedSystem(current));
    }
  }

  @Override
  public String getHostname() {
    return "localhost";
  }

  @Override
  public String getenv(String variable) {
    return null;
  }

  @Override
  public String getProperty(String key) {
    return machine.getProperty(key);
  }

  @Override
  public FileBasedConfig openUserConfig(Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  public FileBasedConfig openSystemConfig(Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  public FileBasedConfig openJGitConfig(Config parent, FS fs) {
    return new Empty(parent, fs);
  }

  @Override
  @SuppressWarnings("deprecation") // still abstract
  public long getCurrentTime() {
    return machine.now().toEpochMilli();
  }

  @Override
  @SuppressWarnings("deprecation") // still abstract
  public int getTimezone(long when) {
    return 0;
  }

  private static final class Empty extends FileBasedConfig {
    Empty(Config parent, FS fs) {
      super(parent, null, fs);
    }

    @Override
    public void load() {
      // There is nothing to load.
    }

    @Override
    public void save() {
      // JGit stores what it measures about file systems here; it measures again instead.
    }

    @Override
    public boolean isOutdated() {
      return false;
    }
  }
}
