import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.MessageOptions;

/** Reads a message with messages nested in it, of types that the library has. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        DescriptorProto.Builder order = DescriptorProto.newBuilder();
        for (int level = 0; level < 20; level++) {
            DescriptorProto.Builder outer = DescriptorProto.newBuilder()
                    .setOptions(MessageOptions.newBuilder().setDeprecated(true));
            for (int i = 0; i < 5; i++) {
                outer.addField(FieldDescriptorProto.newBuilder().setNumber(i + 1)
                        .setOptions(FieldOptions.newBuilder().setPacked(true).setDeprecated(true)));
            }
            order = outer.addNestedType(order);
        }
        byte[] message = order.build().toByteArray();
        Serve.work(() -> DescriptorProto.parseFrom(message).getFieldCount());
    }
}
