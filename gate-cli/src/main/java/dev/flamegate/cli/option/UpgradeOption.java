package dev.flamegate.cli.option;

import dev.flamegate.plan.ArmSpec.Upgrade;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A library with a version on the command line: {@code io.netty:netty-codec=4.1.125.Final},
 * {@code netty-bom=4.1.125.Final}.
 */
public final class UpgradeOption implements ITypeConverter<Upgrade> {
    @Override
    public Upgrade convert(String text) {
        try {
            return Upgrade.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
