package io.counterfoil.benchmarks.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The kinds of keys of {@link SizedTable}. That of a row is computed from its number, in SQL and in Java alike. */
enum SizedKeys {
    /** UUIDs of version 7 in the order of the rows, with the time at which the row was received. */
    V7("""
            substr(lpad(to_hex(at), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(at), 12, '0'), 9, 4) || '-7' || substr(hash, 1, 3)
                || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12)""") {
        @Override
        String key(long at, String hash) {
            String time = HexFormat.of().toHexDigits(at, 12);
            return time.substring(0, 8) + '-' + time.substring(8) + "-7" + hash.substring(0, 3) + "-8"
                    + hash.substring(3, 6) + '-' + hash.substring(6, 18);
        }

        @Override
        String next() {
            return UuidV7.shared().generate().toString();
        }
    },
    /** Random UUIDs. */
    RANDOM("""
            substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-4' || substr(hash, 13, 3)
                || '-8' || substr(hash, 16, 3) || '-' || substr(hash, 19, 12)""") {
        @Override
        String key(long at, String hash) {
            return hash.substring(0, 8) + '-' + hash.substring(8, 12) + "-4" + hash.substring(12, 15) + "-8"
                    + hash.substring(15, 18) + '-' + hash.substring(18, 30);
        }

        @Override
        String next() {
            return UuidV4.next().toString();
        }
    };

    private final String expression;

    SizedKeys(String expression) {
        this.expression = expression;
    }

    /** The key in SQL, of the columns {@code at}, in milliseconds since 1970, and {@code hash}, the MD5 of the row's number in hexadecimal. */
    String expression() {
        return expression;
    }

    /** The key of a row. */
    String keyOf(long row, long at) {
        return key(at, md5(Long.toString(row)));
    }

    abstract String key(long at, String hash);

    /** A key of no row. */
    abstract String next();

    private static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new LinkageError("every JVM has MD5", impossible);
        }
    }
}
