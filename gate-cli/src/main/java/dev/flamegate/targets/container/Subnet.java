package dev.flamegate.targets.container;

import java.net.Inet4Address;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A range of IPv4 addresses.
 *
 * @param first its lowest address, as a number
 * @param bits length of its prefix, 0 to 32
 */
record Subnet(long first, int bits) {
    private static final int LENGTH = 32;

    /** Of its text, such as {@code 172.17.0.0/16}; empty for anything else. */
    static Optional<Subnet> parse(@Nullable String text) {
        if (text == null || !text.matches("\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}")) {
            return Optional.empty();
        }
        String[] parts = text.split("[./]", -1);
        long address = 0;
        for (int i = 0; i < 4; i++) {
            address = (address << 8) | (Integer.parseInt(parts[i]) & 255);
        }
        int bits = Integer.parseInt(parts[4]);
        return bits > LENGTH ? Optional.empty() : Optional.of(new Subnet(address & mask(bits), bits));
    }

    boolean contains(Inet4Address address) {
        long number = 0;
        for (byte part : address.getAddress()) {
            number = (number << 8) | (part & 255);
        }
        return (number & mask(bits)) == first;
    }

    private static long mask(int bits) {
        return bits == 0 ? 0 : 0xFFFFFFFFL << (LENGTH - bits) & 0xFFFFFFFFL;
    }
}
