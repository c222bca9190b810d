package io.counterfoil.ids.internal;

/** Bytes as the text they are, for those paths that need no speed. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never seen outside the module
public record Latin1(byte[] bytes) implements CharSequence {

    /** The text of all the bytes. HotSpot inlines this constructor of a string, while that with a charset is too big for it. */
    @SuppressWarnings("deprecation") // for what it does to other text than Latin-1
    public static String string(byte[] bytes) {
        return new String(bytes, 0, 0, bytes.length);
    }

    @Override
    public int length() {
        return bytes.length;
    }

    @Override
    public char charAt(int index) {
        return (char) (bytes[index] & 0xff);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    @Override
    public String toString() {
        return string(bytes);
    }
}
