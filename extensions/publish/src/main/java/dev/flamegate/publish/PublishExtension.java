package dev.flamegate.publish;

import dev.flamegate.cli.CommandProvider;
import dev.flamegate.publish.ci.CommentCommand;
import dev.flamegate.publish.flame.FlameCommand;
import dev.flamegate.publish.mcp.McpCommand;
import dev.flamegate.publish.notify.NotifyCommand;
import dev.flamegate.publish.serve.ServeCommand;
import java.util.List;

/** Adds {@code flame}, {@code comment}, {@code notify}, {@code mcp} and {@code serve}. */
public final class PublishExtension implements CommandProvider {
    @Override
    public List<Class<?>> commands() {
        return List.of(
                FlameCommand.class, CommentCommand.class, NotifyCommand.class, McpCommand.class, ServeCommand.class);
    }
}
