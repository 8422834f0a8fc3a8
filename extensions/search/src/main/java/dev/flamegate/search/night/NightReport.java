package dev.flamegate.search.night;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A night.
 *
 * @param started when it did
 * @param took how long it was
 * @param slots how many commands ran at the same time, at most
 * @param comparisons that were made
 * @param searches for a commit that were made
 * @param services in the order of their turn
 */
record NightReport(
        Instant started, Duration took, int slots, int comparisons, int searches, List<ServiceNight> services) {
    public NightReport {
        services = List.copyOf(services);
    }

    public long count(ServiceNight.Status status) {
        return services.stream().filter(one -> one.status() == status).count();
    }
}
