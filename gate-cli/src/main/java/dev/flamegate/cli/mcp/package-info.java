/**
 * {@code flamegate mcp}: answers coding agents over the Model Context Protocol. Only {@link
 * dev.flamegate.cli.mcp.AgentServer} and {@link dev.flamegate.cli.mcp.LineTransport} know the SDK, so that no other
 * command loads it.
 */
@NullMarked
package dev.flamegate.cli.mcp;

import org.jspecify.annotations.NullMarked;
