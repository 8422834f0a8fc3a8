package dev.flamegate.servers.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class ProfileLinksTest {
    private static final ProfileLinks.Side BASELINE =
            new ProfileLinks.Side(Recorded.arm("baseline"), Recorded.window(1000, 2000));
    private static final ProfileLinks.Side CANDIDATE =
            new ProfileLinks.Side(Recorded.arm("a|b,c"), Recorded.window(3000, 4000));

    @Test
    void drilldown_gets_both_sides_with_their_filters_and_times() {
        URI link = ProfileLinks.drilldown(
                URI.create("https://grafana.example.org/sub/"), "uid1", Recorded.CPU, BASELINE, CANDIDATE);
        assertThat(link)
                .hasToString("https://grafana.example.org/sub/a/grafana-pyroscope-app/explore"
                        + "?explorationType=diff-flame-graph&var-serviceName=sample"
                        + "&var-profileMetricId=process_cpu%3Acpu%3Ananoseconds%3Acpu%3Ananoseconds&var-dataSource=uid1"
                        + "&var-filtersBaseline=arm%7C%3D%7Cbaseline"
                        + "&var-filtersComparison=arm%7C%3D%7Ca__gfp__b__gfc__c"
                        + "&diffFrom=1000&diffTo=2000&diffFrom-2=3000&diffTo-2=4000"
                        + "&from=1000&to=2000&comparisonFrom=3000&comparisonTo=4000&maxNodes=16384");
        assertThat(ProfileLinks.drilldown(URI.create("http://g:3000"), "", Recorded.CPU, BASELINE, CANDIDATE)
                        .toString())
                .startsWith("http://g:3000/a/grafana-pyroscope-app/")
                .doesNotContain("dataSource");
    }

    @Test
    void drilldown_compares_one_service_only() {
        ProfileLinks.Side other = new ProfileLinks.Side(LabelSelector.service("other"), CANDIDATE.window());
        assertThatThrownBy(() -> ProfileLinks.drilldown(URI.create("http://g"), "", Recorded.CPU, BASELINE, other))
                .hasMessage("'sample' and 'other': Drilldown compares two sides of one service");
    }
}
