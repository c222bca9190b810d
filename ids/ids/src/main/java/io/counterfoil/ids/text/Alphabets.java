package io.counterfoil.ids.text;

/** Each in the order of ASCII, which makes the order of texts of one length the order of the numbers. */
final class Alphabets {

    static final String BASE16 = "0123456789abcdef";
    static final String BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";
    static final String ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    static final String BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz";
    static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Alphabets() {}
}
