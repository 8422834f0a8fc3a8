package dev.flamegate.doctor;

import dev.flamegate.cli.CommandProvider;
import java.util.List;

/** Adds the command {@code doctor}. */
public final class DoctorExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(DoctorCommand.class);
    }
}
