package io.counterfoil.ids.snowflake;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only pauses and the test move. */
final class SnowflakeTime implements InstantSource {

    static final Instant START = Instant.parse("2024-02-29T12:00:00Z");

    final AtomicLong pauses = new AtomicLong();
    private final AtomicLong nanosSinceStart = new AtomicLong();
    private volatile boolean frozen;

    @Override
    public Instant instant() {
        return START.plusNanos(nanosSinceStart.get());
    }

    void set(Instant instant) {
        nanosSinceStart.set(Duration.between(START, instant).toNanos());
    }

    void advance(Duration by) {
        nanosSinceStart.addAndGet(by.toNanos());
    }

    void freeze() {
        frozen = true;
    }

    void thaw() {
        frozen = false;
    }

    long pause(long nanos) {
        pauses.incrementAndGet();
        if (!frozen) {
            nanosSinceStart.addAndGet(nanos);
        }
        return nanos;
    }

    Snowflake.Builder builder() {
        return Snowflake.builder().clock(this).pause(this::pause);
    }
}
