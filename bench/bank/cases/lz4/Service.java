import java.nio.charset.StandardCharsets;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Compresses rows of a table with the native library. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            rows.append(i).append(',').append(i * 7919 % 10_007).append(",bolt-m").append(i % 12).append(",1299,London\n");
        }
        byte[] table = rows.toString().getBytes(StandardCharsets.UTF_8);
        LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        Serve.work(() -> compressor.compress(table).length);
    }
}
