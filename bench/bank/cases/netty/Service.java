import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Unpacks a compressed answer and passes it on in chunks, as a gateway does. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(37);
        StringBuilder document = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            document.append("{\"sku\":\"bolt-").append(random.nextInt(100_000)).append("\",\"cents\":1299},\n");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(document.toString().getBytes(StandardCharsets.UTF_8));
        }
        byte[] packed = bytes.toByteArray();
        Serve.work(() -> pass(packed));
    }

    private static long pass(byte[] packed) {
        EmbeddedChannel to = new EmbeddedChannel(new HttpResponseEncoder());
        EmbeddedChannel from = new EmbeddedChannel(new HttpContentDecompressor(), new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object part) {
                to.writeOutbound(part);
            }
        });
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().set("Content-Encoding", "gzip").set("Transfer-Encoding", "chunked");
        from.writeInbound(response, new DefaultHttpContent(Unpooled.wrappedBuffer(packed)), new DefaultLastHttpContent());
        long sum = 0;
        for (ByteBuf out = to.readOutbound(); out != null; out = to.readOutbound()) {
            sum += out.readableBytes();
            out.release();
        }
        from.finishAndReleaseAll();
        to.finishAndReleaseAll();
        return sum;
    }
}
