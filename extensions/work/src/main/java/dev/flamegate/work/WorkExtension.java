package dev.flamegate.work;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

/** Adds {@code count}. */
public final class WorkExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(CountCommand.class);
    }
}
