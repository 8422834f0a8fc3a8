package dev.flamegate.cli;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.ci.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The published schemas of what commands print. */
public final class Schemas {
    private Schemas() {}

    /** In what a text differs from {@code docs/schema/NAME.schema.json}. */
    public static List<String> errors(String name, String json) throws IOException {
        return errorsOf(
                Files.readString(Shell.CHECKOUT.resolve(Path.of("docs", "schema", name + ".schema.json"))), json);
    }

    /** In what a text differs from a schema. */
    public static List<String> errorsOf(String schema, String json) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(schema)
                .validate(json, InputFormat.JSON)
                .stream()
                .map(String::valueOf)
                .toList();
    }
}
