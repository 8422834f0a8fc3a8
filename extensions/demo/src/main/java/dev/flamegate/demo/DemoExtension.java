package dev.flamegate.demo;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

public final class DemoExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(DemoCommand.class);
    }
}
