package dev.flamegate.profile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Call trees as bytes, for stored runs: {@code FGCT}, a version byte, then gzip of columns of variable-length
 * numbers. Nothing is lost. Equal samples give equal bytes, whatever the order they were added in.
 */
public final class ProfileCodec {
    private static final byte[] MAGIC = {'F', 'G', 'C', 'T'};

    /** Version 2 has the originals of names; without them it is version 1. */
    private static final byte VERSION = 2;

    /** Where gzip's header says which system wrote it; JDKs differ in what they put there. */
    private static final int GZIP_SYSTEM = MAGIC.length + 1 + 9;

    private static final byte GZIP_SYSTEM_UNKNOWN = (byte) 0xff;

    private ProfileCodec() {}

    public static byte[] encode(CallTree tree) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(MAGIC);
        bytes.write(VERSION);
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(ProfileColumns.write(tree));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no device under these streams that could fail
        }
        byte[] encoded = bytes.toByteArray();
        encoded[GZIP_SYSTEM] = GZIP_SYSTEM_UNKNOWN;
        return encoded;
    }

    /**
     * Reads what {@link #encode} wrote, in this version or an earlier one.
     *
     * @throws IllegalArgumentException when the bytes are something else, damaged, of a later version, or larger
     *     inside than any profile
     */
    public static CallTree decode(byte[] encoded) {
        if (encoded.length < MAGIC.length + 1 || !Arrays.equals(Arrays.copyOf(encoded, MAGIC.length), MAGIC)) {
            throw new IllegalArgumentException("not a stored profile: it does not begin with FGCT");
        }
        int version = encoded[MAGIC.length];
        if (version < 1 || version > VERSION) {
            throw new IllegalArgumentException("a stored profile of version " + version
                    + ": this Flamegate reads versions 1 to " + VERSION + ", a later one wrote it");
        }
        int start = MAGIC.length + 1;
        try (GZIPInputStream zip =
                new GZIPInputStream(new ByteArrayInputStream(encoded, start, encoded.length - start))) {
            return ProfileColumns.read(zip, version > 1);
        } catch (IOException e) {
            throw new IllegalArgumentException("a damaged stored profile: " + e.getMessage(), e);
        }
    }
}
