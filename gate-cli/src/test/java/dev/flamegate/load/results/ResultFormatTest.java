package dev.flamegate.load.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.load.results.ResultRecord.Interval;
import dev.flamegate.load.results.ResultRecord.Request;
import dev.flamegate.plan.LoadSpec.Results;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of the real tools, and what may go wrong in such files. */
class ResultFormatTest {
    @TempDir
    private Path folder;

    @Test
    void k6_notes_when_a_request_ended_how_long_it_took_and_why_it_failed() throws IOException {
        List<Request> requests = requests(Results.K6, recording("k6-1.8.1.json"));

        assertThat(requests).hasSize(12);
        assertThat(requests.subList(0, 3))
                .extracting(Request::name, Request::ok, Request::message)
                .containsExactly(
                        tuple("GET /matrix", false, "status 500"),
                        tuple("cart / wait", true, ""),
                        tuple("GET /nobody", false, "dial: connection refused"));
        Request first = requests.get(0);
        assertThat(first.endMicros()).isEqualTo(1_795_357_211_256_861L);
        assertThat(first.endMicros() - first.startMicros()).isEqualTo(212_035);
    }

    @Test
    void jmeter_notes_when_a_sample_started_and_what_a_transaction_adds_up_is_left_out() throws IOException {
        List<Request> requests = requests(Results.JTL, recording("jmeter-5.6.3.jtl"));

        assertThat(requests)
                .extracting(Request::name, Request::ok, Request::message)
                .containsExactly(
                        tuple("GET /matrix", false, "500 Internal Server Error"),
                        tuple("GET /delay", true, ""),
                        tuple("GET /matrix", false, "500 Internal Server Error"),
                        tuple("GET /delay", true, ""),
                        tuple("GET /matrix", false, "500 Internal Server Error"),
                        tuple("GET /delay", true, ""));
        assertThat(requests.get(0).startMicros()).isEqualTo(1_795_357_952_458_000L);
        assertThat(requests.get(0).endMicros()).isEqualTo(1_795_357_952_827_000L);
    }

    @Test
    void locust_counts_the_requests_of_each_name_once_a_second() throws IOException {
        List<ResultRecord> records = records(Results.LOCUST, recording("locust-2.47.0_stats_history.csv"));

        assertThat(records.subList(0, 3))
                .containsExactly(
                        new Interval("GET /delay", 1_795_357_927_000_000L, 1_795_357_928_000_000L, 3, 0, null),
                        new Interval("GET /matrix", 1_795_357_927_000_000L, 1_795_357_928_000_000L, 0, 7, null),
                        new Interval("GET /delay", 1_795_357_928_000_000L, 1_795_357_929_000_000L, 5, 0, null));
        assertThat(records).extracting(ResultRecord::name).containsOnly("GET /delay", "GET /matrix");
    }

    @Test
    void a_locust_history_without_names_counts_all_requests_as_one_name() throws IOException {
        String all = recording("locust-2.47.0_stats_history.csv")
                .lines()
                .filter(line -> !line.contains(",GET,"))
                .reduce("", (before, line) -> before + line + "\n");
        assertThat(records(Results.LOCUST, all))
                .first()
                .isEqualTo(new Interval("Aggregated", 1_795_357_927_000_000L, 1_795_357_928_000_000L, 3, 7, null));
    }

    @Test
    void a_log_of_histograms_tells_the_unit_of_its_values_by_its_third_column() throws IOException {
        long start = 1_795_357_900_000L;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(log);
        writer.outputComment("[made by a test]");
        writer.setBaseTime(start);
        writer.outputBaseTime(start);
        writer.outputLegend();
        writer.outputIntervalHistogram(histogram("GET /a", start + 1000, 1_000, 3_000_000, 5_000_000, 90_000_000));
        writer.outputIntervalHistogram(histogram("GET /b", start + 2000, 500));
        writer.close();

        List<ResultRecord> records = records(Results.HDR, log.toString(StandardCharsets.UTF_8));

        assertThat(records).singleElement().satisfies(record -> {
            Interval interval = (Interval) record;
            assertThat(interval.name()).isEqualTo("GET /a");
            assertThat(interval.startMicros()).isEqualTo((start + 1000) * 1000);
            assertThat(interval.endMicros()).isEqualTo((start + 2000) * 1000);
            assertThat(interval.ok()).isEqualTo(3);
            Histogram micros = Objects.requireNonNull(interval.latencies());
            assertThat((double) micros.getMaxValue()).isCloseTo(90_000, within(100.0));
            assertThat((double) micros.getValueAtPercentile(1)).isCloseTo(3_000, within(10.0));
        });
    }

    @Test
    void a_histogram_that_takes_much_memory_is_refused() {
        Histogram large = new Histogram(5);
        large.recordValue(1_000_000);
        ByteBuffer bytes = ByteBuffer.allocate(large.getNeededByteBufferCapacity());
        int length = large.encodeIntoCompressedByteBuffer(bytes);
        String encoded = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));

        assertThatThrownBy(() -> records(Results.HDR, "1795357900.0,1.0,1.0," + encoded + "\n"))
                .isInstanceOf(UnreadableResults.class)
                .hasMessageContaining("not an encoded histogram: more than 4 significant digits");
    }

    @Test
    void a_plain_table_may_have_its_columns_in_any_order_and_text_in_quotes() throws IOException {
        List<Request> requests = requests(
                Results.CSV,
                "\ufeffname;ok;message;start;millis\r\n"
                        + "\"GET \"\"/a;b\"\"\";true;;1795357900000.25;1.5\r\n"
                        + "b;false;\"two\nlines\";2026-11-22T15:31:40.5+01:00;0\r\n\r\n");

        assertThat(requests)
                .containsExactly(
                        new Request("GET \"/a;b\"", 1_795_357_900_000_250L, 1_795_357_900_001_750L, true, ""),
                        new Request("b", 1_795_357_900_500_000L, 1_795_357_900_500_000L, false, "two\nlines"));
    }

    @Test
    void a_growing_file_is_read_further_and_a_half_written_line_waits_for_its_end() throws IOException {
        byte[] whole = recording("k6-1.8.1.json").getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("growing");
        Files.write(file, new byte[0]);
        List<ResultRecord> records = new ArrayList<>();
        try (ResultFile results = ResultFile.open(file, ResultFile.format(Results.K6))) {
            for (int from = 0; from < whole.length; from += 777) {
                int until = Math.min(whole.length, from + 777);
                Files.write(file, Arrays.copyOfRange(whole, from, until), StandardOpenOption.APPEND);
                results.read(records::add);
            }
        }
        assertThat(records).isEqualTo(records(Results.K6, recording("k6-1.8.1.json")));
        String cut = recording("k6-1.8.1.json");
        assertThat(records(Results.K6, cut.substring(0, cut.lastIndexOf("http_req_duration") + 40)))
                .hasSize(11);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "K6 | {\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{}} | line 1: a point of http_req_duration without",
                "K6 | {\"metric\":\"http_req_duration\" | line 1: Unexpected end-of-input",
                "JTL | a,b | line 1: there is no column \"timeStamp\"; let JMeter write CSV with column names",
                "JTL | timeStamp,elapsed,label,success/2026/11/22 15:31:40.123,3,a,true | line 2: \"timeStamp\" is not in milliseconds",
                "CSV | start,name,ok | line 1: there is no column \"end\"; the first line names start, end or millis, name, ok",
                "CSV | start,end,name,ok/1,2,a,yes | line 2: \"ok\" is neither true nor false: \"yes\"",
                "CSV | start,end,name,ok/2,1,a,true | line 2: the request ends before it starts",
                "CSV | start,millis,name,ok/soon,1,a,true | line 2: \"start\" is not a number: \"soon\"",
                "CSV | start,millis,name,ok/2026-11-22Tx,1,a,true | line 2: Text '2026-11-22Tx' could not be parsed",
                "HDR | 1,2,3 | line 1: an interval has four columns",
                "HDR | 1,2,3,nothing | line 1: not an encoded histogram",
                "LOCUST | Type,Name | line 1: there is no column \"Timestamp\"; is it the file PREFIX_stats_history.csv"
            })
    void a_line_that_is_not_of_the_format_is_named(Results format, String text, String message) {
        String lines = format == Results.JTL && text.contains("/2026")
                ? text.replaceFirst("success/", "success\n")
                : text.replace('/', '\n');
        assertThatThrownBy(() -> records(format, lines + "\n"))
                .isInstanceOf(UnreadableResults.class)
                .hasMessageContaining("results, " + message.strip());
    }

    private static Histogram histogram(String tag, long start, long... nanos) {
        Histogram histogram = new Histogram(3_600_000_000_000L, 3);
        histogram.setTag(tag);
        histogram.setStartTimeStamp(start);
        histogram.setEndTimeStamp(start + 1000);
        for (long value : nanos) {
            if (value > 1_000) {
                histogram.recordValue(value);
            }
        }
        return histogram;
    }

    private List<Request> requests(Results format, String text) throws IOException {
        return records(format, text).stream().map(Request.class::cast).toList();
    }

    private List<ResultRecord> records(Results format, String text) throws IOException {
        Path file = folder.resolve("results");
        Files.writeString(file, text);
        List<ResultRecord> records = new ArrayList<>();
        try (ResultFile results = ResultFile.open(file, ResultFile.format(format))) {
            results.read(records::add);
        }
        return records;
    }

    private static String recording(String name) throws IOException {
        try (InputStream in = ResultFormatTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
