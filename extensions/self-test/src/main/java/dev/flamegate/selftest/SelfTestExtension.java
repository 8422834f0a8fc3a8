package dev.flamegate.selftest;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

/** Adds {@code self-test}. */
public final class SelfTestExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(SelfTestCommand.class);
    }
}
