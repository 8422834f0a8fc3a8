import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;

/** Reads a message with messages nested in it: the description of protobuf's own descriptions. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        byte[] message = DescriptorProtos.getDescriptor().toProto().toByteArray();
        Serve.work(() -> FileDescriptorProto.parseFrom(message).getMessageTypeCount());
    }
}
