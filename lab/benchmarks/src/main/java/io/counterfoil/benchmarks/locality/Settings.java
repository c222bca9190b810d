package io.counterfoil.benchmarks.locality;

import java.util.Map;

/** The settings of the server. */
final class Settings {

    private static final int BUFFER_KILOBYTES = 8;

    private Settings() {}

    /** Disables checkpoints and vacuum, except those that the measurement requests. */
    static Map<String, String> with(int buffers) {
        return Map.of(
                "shared_buffers", buffers * BUFFER_KILOBYTES + "kB",
                "wal_compression", "off",
                "checkpoint_timeout", "1d",
                "max_wal_size", "64GB",
                "autovacuum", "off");
    }
}
