package dev.flamegate.init;

import dev.flamegate.cli.CommandProvider;
import dev.flamegate.init.accept.AcceptCommand;
import dev.flamegate.init.suggest.RulesSuggestCommand;
import java.util.List;

/** Adds {@code init}, {@code accept} and {@code rules suggest}. */
public final class InitExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(InitCommand.class, AcceptCommand.class);
    }

    @Override
    public List<Class<?>> commandsOf(String parent) {
        return parent.equals("rules") ? List.of(RulesSuggestCommand.class) : List.of();
    }
}
