package dev.flamegate.maven;

import dev.flamegate.launch.Listener;
import org.apache.maven.plugin.logging.Log;

/** Writes what the gate prints into Maven's log. */
record LogListener(Log log) implements Listener {
    @Override
    public void result(String line) {
        log.info(line);
    }

    @Override
    public void progress(String line) {
        log.info(line);
    }

    @Override
    public void warning(String text) {
        log.warn(text);
    }
}
