package io.counterfoil.benchmarks.engine;

import java.util.Locale;

/** A part of the comparison, which can be run alone. Its section in a document is named {@code engine-} and its name. */
enum Part {
    FIRST,
    REPLAY,
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
