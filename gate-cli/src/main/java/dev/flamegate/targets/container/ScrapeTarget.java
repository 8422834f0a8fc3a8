package dev.flamegate.targets.container;

/**
 * What Prometheus scrapes.
 *
 * @param alias the container's name in the stack's network
 * @param port port inside the container
 * @param path of the exposition
 * @param service value of the label {@code service}
 * @param arm value of the label {@code arm}, such as {@code candidate}
 */
public record ScrapeTarget(String alias, int port, String path, String service, String arm) {}
