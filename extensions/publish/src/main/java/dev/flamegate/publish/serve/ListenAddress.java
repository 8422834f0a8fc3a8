package dev.flamegate.publish.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An address for a server to listen on: {@code 127.0.0.1:7070}, {@code [::1]:7070}, {@code 0.0.0.0:7070}; port 0 for
 * any free one.
 */
final class ListenAddress implements ITypeConverter<InetSocketAddress> {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]\\s]+):(\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    @Override
    public InetSocketAddress convert(String text) throws UnknownHostException {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(2)) > LAST_PORT) {
            throw new TypeConversionException("`" + text + "` is not HOST:PORT, such as 127.0.0.1:7070");
        }
        return new InetSocketAddress(InetAddress.getByName(form.group(1)), Integer.parseInt(form.group(2)));
    }

    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
