package dev.flamegate.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A store that answers as no store does. */
class S3ListingTest {
    private final AtomicInteger pages = new AtomicInteger();

    @Test
    void a_listing_that_goes_on_from_the_same_place_for_ever_is_ended() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            pages.incrementAndGet();
            byte[] body = """
                    <?xml version="1.0"?><ListBucketResult><Name>perf</Name><IsTruncated>true</IsTruncated>\
                    <Contents><Key>pins/a</Key><Size>1</Size></Contents>\
                    <NextContinuationToken>again</NextContinuationToken></ListBucketResult>""".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try (Remote remote = S3Remote.open(place(server.getAddress()), S3Server.CREDENTIALS)) {
            assertThatThrownBy(remote::list).isInstanceOf(StoreFailed.class).hasMessageContaining("without end");
            assertThat(pages).hasValue(2);
        } finally {
            server.stop(0);
        }
    }

    private static RemoteSpec.S3 place(InetSocketAddress address) throws IOException {
        return (RemoteSpec.S3)
                RemoteSpec.parse("s3://perf?endpoint=http://127.0.0.1:" + address.getPort() + "&path-style=true");
    }
}
