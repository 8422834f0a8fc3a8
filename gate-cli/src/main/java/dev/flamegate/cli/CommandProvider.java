package dev.flamegate.cli;

import java.util.List;

/** Adds commands to the program: an extension declares its implementation as a service of this type. */
public interface CommandProvider {
    /** Classes of commands, each with picocli's {@code Command} annotation and a constructor without parameters. */
    default List<Class<?>> commands() {
        return List.of();
    }

    /**
     * Subcommands of a command of the core.
     *
     * @param parent name of that command, such as {@code history}
     */
    default List<Class<?>> commandsOf(String parent) {
        return List.of();
    }
}
