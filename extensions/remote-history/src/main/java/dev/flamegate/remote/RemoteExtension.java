package dev.flamegate.remote;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

/** Adds {@code history pull} and {@code history push}. */
public final class RemoteExtension implements CommandProvider {
    @Override
    public List<Class<?>> commandsOf(String parent) {
        return parent.equals("history") ? List.of(HistoryPullCommand.class, HistoryPushCommand.class) : List.of();
    }
}
