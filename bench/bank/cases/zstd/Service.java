import com.github.luben.zstd.Zstd;

/** Compresses bytes that repeat, by level 9 of the native library. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        byte[] bytes = new byte[1 << 20];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        Serve.work(() -> Zstd.compress(bytes, 9).length);
    }
}
