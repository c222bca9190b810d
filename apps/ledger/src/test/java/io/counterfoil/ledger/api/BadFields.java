package io.counterfoil.ledger.api;

import java.util.ArrayList;
import java.util.List;

/** What a field takes, and from that everything that it does not take, as JSON texts. */
enum BadFields {
    TEXT("\"x\""),
    INTEGER("1"),
    DEBIT("-1"),
    FLAG("true"),
    UUID("\"6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11\""),
    OVERDRAFT("\"allowed\""),
    OBJECT("{}");

    private static final List<String> OF_EVERY_TYPE = List.of("true", "1", "1.5", "\"x\"", "[]", "{}", "[1]");
    private static final List<String> UNREADABLE = List.of(
            "\"\\u0000\"",
            "\"a\\nb\"",
            "\"\\u007f\"",
            "\"\\u0085\"",
            "\"\\ud800\"",
            "\"a\\udc00b\"",
            "\"\\udc00\\ud800\"");
    private static final List<String> NO_INTEGERS = List.of(
            "1.0",
            "1e2",
            "-0.0",
            "\"1\"",
            "9007199254740992",
            "-9007199254740992",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "1" + "0".repeat(90),
            "1e400");

    private final String good;

    BadFields(String good) {
        this.good = good;
    }

    String good() {
        return good;
    }

    /** Values that no field of this kind takes. */
    List<String> bad() {
        List<String> bad = new ArrayList<>(OF_EVERY_TYPE);
        bad.remove(good);
        bad.add("null");
        switch (this) {
            case OVERDRAFT -> {
                bad.addAll(UNREADABLE);
                bad.addAll(List.of("\"\"", "\"ALLOWED\"", "\"allowed \"", "\"none\""));
            }
            case TEXT -> {
                bad.add("\"\"");
                bad.addAll(UNREADABLE);
            }
            case INTEGER, DEBIT -> bad.addAll(NO_INTEGERS);
            case FLAG -> bad.addAll(List.of("\"true\"", "0", "\"\""));
            case UUID -> {
                bad.addAll(UNREADABLE);
                bad.addAll(List.of(
                        "\"\"",
                        "\"6f1c2f0e2f4b4a539a1e5f0f4f0c9a11\"",
                        "\"{6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11}\"",
                        "\"6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a1\"",
                        "\"6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a1g\"",
                        "\" 6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11\"",
                        "\"1-1-1-1-1\""));
            }
            case OBJECT ->
                bad.addAll(List.of(
                        "{\"a\":\"" + "m".repeat(8192) + "\"}",
                        "{\"a\":\"\\ud800\"}",
                        "{\"\\udc00\":1}",
                        "{\"a\":[{\"b\":\"\\ud800x\"}]}",
                        "{\"a\":1e1000}",
                        "{\"a\":[1e-999999999]}"));
        }
        return bad;
    }
}
