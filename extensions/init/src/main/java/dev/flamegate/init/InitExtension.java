package dev.flamegate.init;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

public final class InitExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(InitCommand.class);
    }
}
