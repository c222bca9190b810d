package io.counterfoil.ids.generator;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Positions in time, in the order that a {@link UuidOrder} promises: milliseconds since 1970 in the upper bits, a counter in the lower
 * {@value #COUNTER_BITS}, in one positive {@code long}.
 *
 * <h2>How a position is found without a lock</h2>
 *
 * <p>The last position is one atomic number, and its successor is that number plus one. The counter carries into the milliseconds by
 * itself: that is how the next millisecond is borrowed when a counter is full, and why a clock that steps back is held without a
 * line of code. Only a clock that has moved on takes the other way, a compare-and-set to the new millisecond. A thread that loses that race finds
 * the millisecond begun by another thread, and counts on in it.
 *
 * <p>Every returned position is therefore greater than every position that the number had before the call, and no two calls return one:
 * additions are atomic, and a compare-and-set succeeds only upwards. It does not matter when the clock was read: a reading that is overtaken
 * finds a later millisecond in the number, and counts on in that one. (A generator that compares a reading made before its lock with
 * what it finds inside takes such a reading for a step back, and gives ids out of order.)
 *
 * <p>A new millisecond starts its counter at random in the lower half, so ids of one millisecond in two processes do not meet, and at
 * least 131,072 fit before a borrow.
 */
abstract class Timeline {

    static final int COUNTER_BITS = 18;

    /** The latest millisecond that a clock may show: in the year 3084, with room to borrow. */
    static final long MAX_MILLIS = (1L << (Long.SIZE - 1 - COUNTER_BITS)) - (1L << 20);

    private static final long SEED = (1L << (COUNTER_BITS - 1)) - 1;
    private static final long BEFORE_ALL = -1L << COUNTER_BITS;

    /** A position for one id. */
    abstract long next(long nowMillis, Bits bits);

    /** The first of as many positions in a row; not where no order is promised. */
    abstract long next(long nowMillis, Bits bits, int count);

    /** The latest position that the calling thread has to stay above; negative before the first. */
    abstract long last();

    static Timeline of(UuidOrder order) {
        return switch (order) {
            case UNORDERED -> new Unordered();
            case PER_THREAD -> new PerThread();
            case PROCESS_WIDE -> new ProcessWide();
        };
    }

    static long millis(long position) {
        return position >> COUNTER_BITS;
    }

    static long counter(long position) {
        return position & ((1L << COUNTER_BITS) - 1);
    }

    private static long begin(long millis, Bits bits) {
        return (millis << COUNTER_BITS) | (bits.nextLong() & SEED);
    }

    /** The last position: in the middle of an array, so that nothing else shares its line of the cache. */
    private static final int LAST = 16;

    private static final class ProcessWide extends Timeline {

        private final AtomicLongArray positions = new AtomicLongArray(2 * LAST);

        ProcessWide() {
            positions.set(LAST, BEFORE_ALL);
        }

        @Override
        long next(long nowMillis, Bits bits) {
            long position = positions.incrementAndGet(LAST);
            return nowMillis <= millis(position) ? position : moveTo(nowMillis, bits, 1);
        }

        @Override
        long next(long nowMillis, Bits bits, int count) {
            long first = positions.getAndAdd(LAST, count) + 1;
            return nowMillis <= millis(first) ? first : moveTo(nowMillis, bits, count);
        }

        private long moveTo(long nowMillis, Bits bits, int count) {
            long first = begin(nowMillis, bits);
            while (true) {
                long seen = positions.get(LAST);
                if (nowMillis <= millis(seen)) {
                    return positions.getAndAdd(LAST, count) + 1;
                }
                if (positions.compareAndSet(LAST, seen, first + count - 1)) {
                    return first;
                }
            }
        }

        @Override
        long last() {
            return positions.get(LAST);
        }
    }

    private static final class PerThread extends Timeline {

        private final ThreadLocal<long[]> own = ThreadLocal.withInitial(() -> {
            long[] positions = new long[2 * LAST];
            positions[LAST] = BEFORE_ALL;
            return positions;
        });
        private final Timeline ofVirtualThreads = new ProcessWide();

        @Override
        long next(long nowMillis, Bits bits) {
            return next(nowMillis, bits, 1);
        }

        @Override
        long next(long nowMillis, Bits bits, int count) {
            if (SecureEntropy.onVirtualThread()) {
                return ofVirtualThreads.next(nowMillis, bits, count);
            }
            long[] positions = own.get();
            long last = positions[LAST];
            long first = nowMillis <= millis(last) ? last + 1 : begin(nowMillis, bits);
            positions[LAST] = first + count - 1;
            return first;
        }

        @Override
        long last() {
            return SecureEntropy.onVirtualThread() ? ofVirtualThreads.last() : own.get()[LAST];
        }
    }

    private static final class Unordered extends Timeline {

        @Override
        long next(long nowMillis, Bits bits) {
            return (nowMillis << COUNTER_BITS) | counter(bits.nextLong());
        }

        @Override
        long next(long nowMillis, Bits bits, int count) {
            throw new UnsupportedOperationException("without an order there is no row of positions");
        }

        @Override
        long last() {
            return BEFORE_ALL;
        }
    }
}
