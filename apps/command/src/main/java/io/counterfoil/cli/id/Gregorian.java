package io.counterfoil.cli.id;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/** The fields of UUID versions 1 and 6 (RFC 9562, sections 5.1 and 5.6), which the library does not generate. */
final class Gregorian {

    /** The duration of a timestamp tick. */
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

    /** The node as six bytes in hexadecimal. */
    static String node(UUID uuid) {
        return HexFormat.of().toHexDigits(uuid.getLeastSignificantBits(), 12);
    }

    /** Whether the multicast bit is set, which no MAC address of a network card has. */
    static boolean isRandomNode(UUID uuid) {
        return (uuid.getLeastSignificantBits() & MULTICAST) != 0;
    }

    private static long ticksOfVersion6(long high) {
        return (high >>> 16 << 12) | (high & 0xfff);
    }
}
