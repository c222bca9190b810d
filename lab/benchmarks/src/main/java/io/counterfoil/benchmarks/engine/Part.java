package io.counterfoil.benchmarks.engine;

import java.util.Locale;

/**
 * A part of the comparison that can be run alone. Its section in a document is {@code engine-} followed by its name.
 */
enum Part {
    FIRST,
    REPLAY,
    MIXED,
    NETWORK,
    COSTS,
    WAITING,
    PURGE,
    MEMORY;

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    String section() {
        return "engine-" + title();
    }
}
