package io.counterfoil.ids.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.UUID;

/**
 * A UUID as its 16 bytes, most significant first (RFC 9562, section 4), and the order of those bytes.
 *
 * <p>It is the order of every {@link UuidFormat}, and of a {@code uuid} or {@code binary(16)} column of every database but SQL
 * Server. {@link UUID#compareTo} is another one: it compares signed, and puts a UUID from {@code 8000...} up below all others.
 */
public final class UuidBytes {

    /** The length of every UUID, in bytes. */
    public static final int LENGTH = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private UuidBytes() {}

    /**
     * {@return the bytes of a UUID, in a new array}
     *
     * @param uuid any UUID
     */
    public static byte[] of(UUID uuid) {
        byte[] bytes = new byte[LENGTH];
        write(uuid, bytes, 0);
        return bytes;
    }

    /**
     * Writes the bytes into an array.
     *
     * @param uuid any UUID
     * @param target gets {@value #LENGTH} bytes
     * @param offset index of the first byte that is written
     * @throws IndexOutOfBoundsException when fewer than {@value #LENGTH} bytes are there from the offset on; nothing is written
     */
    public static void write(UUID uuid, byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, LENGTH, target.length);
        LONG.set(target, offset, uuid.getMostSignificantBits());
        LONG.set(target, offset + Long.BYTES, uuid.getLeastSignificantBits());
    }

    /**
     * {@return the UUID of 16 bytes}
     *
     * @param bytes {@value #LENGTH} bytes, most significant first
     * @throws InvalidIdException when there are more or fewer
     */
    public static UUID toUuid(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw InvalidIdException.length("%s bytes expected, found %s".formatted(LENGTH, bytes.length));
        }
        return read(bytes, 0);
    }

    /**
     * {@return the UUID of the 16 bytes from an offset on}
     *
     * @param source has the bytes, most significant first
     * @param offset index of the first byte that is read
     * @throws IndexOutOfBoundsException when fewer than {@value #LENGTH} bytes are there
     */
    public static UUID read(byte[] source, int offset) {
        Objects.checkFromIndexSize(offset, LENGTH, source.length);
        return new UUID((long) LONG.get(source, offset), (long) LONG.get(source, offset + Long.BYTES));
    }

    /**
     * Compares byte by byte, unsigned.
     *
     * @param one any UUID
     * @param other any UUID
     * @return negative, zero or positive, as {@link java.util.Comparator#compare}
     */
    public static int compare(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
