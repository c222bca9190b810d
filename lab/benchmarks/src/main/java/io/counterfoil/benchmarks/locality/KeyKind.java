package io.counterfoil.benchmarks.locality;

import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidOrder;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.snowflake.Snowflake;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The compared kinds of keys. */
enum KeyKind {
    V4("v4", "uuid"),
    SHORT_PREFIX("short prefix COMB", "uuid"),
    /** An interval of one day receives as many rows as one minute of a service with 1440 times the load. */
    BUSY_SHORT_PREFIX("short prefix COMB, busy", "uuid"),
    V7("v7", "uuid"),
    COMB("COMB", "uuid"),
    SNOWFLAKE("Snowflake", "bigint"),
    BIGSERIAL("bigserial", "bigint");

    private final String title;
    private final String type;

    KeyKind(String title, String type) {
        this.title = title;
        this.type = type;
    }

    /** The name in a report. */
    String title() {
        return title;
    }

    /** The type in the database. */
    String type() {
        return type;
    }

    /** Whether the database generates the keys; {@link #generator} then predicts them: 1, 2, 3. */
    boolean madeByDatabase() {
        return this == BIGSERIAL;
    }

    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    String index() {
        return table() + "_pkey";
    }

    /** A generator of such keys with secure randomness. */
    Supplier<Object> generator(InstantSource clock) {
        SecureEntropy random = SecureEntropy.shared();
        return switch (this) {
            case V4 -> UuidV4.generator(random)::generate;
            case SHORT_PREFIX -> ShortPrefixComb.generator(ShortPrefixComb.DEFAULT_INTERVAL, clock, random)::generate;
            case BUSY_SHORT_PREFIX -> ShortPrefixComb.generator(Duration.ofDays(1), clock, random)::generate;
            case COMB -> Comb.generator(UuidOrder.PROCESS_WIDE, clock, random)::generate;
            case V7 -> UuidV7.generator(UuidOrder.PROCESS_WIDE, clock, random)::generate;
            case SNOWFLAKE -> Snowflake.builder().machineId(1).clock(clock).build()::generate;
            case BIGSERIAL -> new AtomicLong()::incrementAndGet;
        };
    }
}
