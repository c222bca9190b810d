package io.counterfoil.ids.text;

/** Bytes as the text they are, for those paths that need no speed. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never seen outside the package
record Latin1(byte[] bytes) implements CharSequence {

    /** The text of all the bytes. */
    @SuppressWarnings(
            "deprecation") // exact for Latin-1, and inlined, which the constructor of a Charset is not: a third less
    // time
    static String string(byte[] bytes) {
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
