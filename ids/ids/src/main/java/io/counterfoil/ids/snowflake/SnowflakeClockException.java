package io.counterfoil.ids.snowflake;

import java.time.Instant;

/**
 * No id was made, because of what the clock says: it is further behind the next id than a caller may be held, stands still, or
 * is outside of the time that 41 bits cover. The message names the times. Nothing is used up; once the clock is right, the next
 * id is made.
 */
public final class SnowflakeClockException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** What the clock said. */
    private final Instant clock;
    /** What the clock has to reach for the next id. */
    private final Instant needed;

    SnowflakeClockException(String message, Instant clock, Instant needed) {
        super(message);
        this.clock = clock;
        this.needed = needed;
    }

    /** {@return what the clock said} */
    public Instant clock() {
        return clock;
    }

    /** {@return what it has to reach for the next id; where it is past the last millisecond of all, that millisecond} */
    public Instant needed() {
        return needed;
    }
}
