import com.google.protobuf.CodedOutputStream;

/** Writes a thousand numbers into an array. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Serve.work(() -> {
            byte[] bytes = new byte[8192];
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            for (int i = 0; i < 1000; i++) {
                out.writeUInt32NoTag(i * 37);
            }
            return out.getTotalBytesWritten();
        });
    }
}
