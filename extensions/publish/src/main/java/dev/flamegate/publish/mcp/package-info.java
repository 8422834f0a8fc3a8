/**
 * {@code flamegate mcp}: answers coding agents over the Model Context Protocol. Only
 * {@link dev.flamegate.publish.mcp.AgentServer} and {@link dev.flamegate.publish.mcp.LineTransport} know the SDK, so
 * that no other command loads it.
 */
@NullMarked
package dev.flamegate.publish.mcp;

import org.jspecify.annotations.NullMarked;
