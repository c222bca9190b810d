package io.counterfoil.cli.id;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/** What is inside UUIDs of versions 1 and 6 (RFC 9562, sections 5.1 and 5.6), which the libraries do not make. */
final class Gregorian {

    /** How long a tick of the timestamp lasts. */
    static final Duration TICK = Duration.ofNanos(100);

    private static final long TICKS_PER_SECOND = 10_000_000;
    private static final long MULTICAST = 1L << 40;
    private static final Instant EPOCH = Instant.parse("1582-10-15T00:00:00Z");

    private Gregorian() {}

    static Instant instantOf(UUID uuid) {
        long ticks = uuid.version() == 1 ? uuid.timestamp() : ticksOfVersion6(uuid.getMostSignificantBits());
        return EPOCH.plusSeconds(ticks / TICKS_PER_SECOND).plusNanos(ticks % TICKS_PER_SECOND * TICK.toNanos());
    }

    static int clockSequence(UUID uuid) {
        return (int) (uuid.getLeastSignificantBits() >>> 48) & 0x3fff;
    }

    /** Six bytes of hex. */
    static String node(UUID uuid) {
        return HexFormat.of().toHexDigits(uuid.getLeastSignificantBits(), 12);
    }

    /** Whether the node has the mark that no network card's address has. */
    static boolean isRandomNode(UUID uuid) {
        return (uuid.getLeastSignificantBits() & MULTICAST) != 0;
    }

    private static long ticksOfVersion6(long high) {
        return (high >>> 16 << 12) | (high & 0xfff);
    }
}
