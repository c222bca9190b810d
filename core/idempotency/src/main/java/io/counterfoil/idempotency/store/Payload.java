package io.counterfoil.idempotency.store;

import java.util.Arrays;

/**
 * Stored bytes, and the number of their format. An immutable value.
 *
 * <p>The format is stored with the bytes, so that an old and a new version of a program can share one store.
 */
public final class Payload {

    private final int format;
    private final byte[] bytes;

    /**
     * Copies the content.
     *
     * @param format the number of the format, 0 to 32767; the codec's to choose
     * @param bytes the content, copied
     * @throws IllegalArgumentException when the format is out of range
     */
    public Payload(int format, byte[] bytes) {
        if (format < 0 || format > Short.MAX_VALUE) {
            throw new IllegalArgumentException("format must be 0 to " + Short.MAX_VALUE + ", not " + format);
        }
        this.format = format;
        this.bytes = bytes.clone();
    }

    /** Of bytes that the caller does not use any more. */
    private Payload(byte[] own, int format) {
        this.format = format;
        this.bytes = own;
    }

    /** {@return the number of the format} */
    public int format() {
        return format;
    }

    /** {@return a copy of the content} */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /**
     * {@return one byte of the content, without a copy of it}
     *
     * @param index 0 to {@link #length()} − 1
     * @throws IndexOutOfBoundsException when the index is out of bounds
     */
    public byte at(int index) {
        return bytes[index];
    }

    /**
     * {@return a copy with one byte more, in front}
     *
     * @param first the byte
     */
    public Payload withFirst(byte first) {
        byte[] longer = new byte[bytes.length + 1];
        longer[0] = first;
        System.arraycopy(bytes, 0, longer, 1, bytes.length);
        return new Payload(longer, format);
    }

    /**
     * {@return a copy without its first byte}
     *
     * @throws IllegalArgumentException when the content is empty
     */
    public Payload withoutFirst() {
        return new Payload(Arrays.copyOfRange(bytes, 1, bytes.length), format);
    }

    /** {@return the length of the content, in bytes} */
    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && format == that.format && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * format + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "format " + format + ", " + bytes.length + " bytes";
    }
}
