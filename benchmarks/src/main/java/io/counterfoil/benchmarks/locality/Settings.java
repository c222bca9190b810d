package io.counterfoil.benchmarks.locality;

import java.util.Map;

/** What the server of this comparison is set to. */
final class Settings {

    private static final int BUFFER_KILOBYTES = 8;

    private Settings() {}

    /** With no checkpoint and no vacuum but those that the measurement asks for. */
    static Map<String, String> with(int buffers) {
        return Map.of(
                "shared_buffers", buffers * BUFFER_KILOBYTES + "kB",
                "wal_compression", "off",
                "checkpoint_timeout", "1d",
                "max_wal_size", "64GB",
                "autovacuum", "off");
    }
}
