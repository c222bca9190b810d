package io.counterfoil.ids.generator;

/**
 * What a time-ordered generator promises about the order of its ids; each constant promises what the ones before it do, and more.
 *
 * <p>The order is the unsigned order of the bytes, within one generator in one process. Over several generators or processes ids are
 * in the order of their timestamps, which is the order of creation up to the skew of the clocks and the generators' {@code lead}.
 * Nothing is kept over a restart: a process that starts on a clock that was set back generates below its predecessor.
 *
 * <p>Where an order is promised it holds whatever the clock does. A clock that stops or steps back is not followed:
 * the last timestamp is held, and counted on, until the clock has passed it. When the counter of a millisecond is
 * full, the next millisecond is borrowed. Both make the timestamps run ahead of the clock; the generator's
 * {@code lead} says how far.
 */
public enum UuidOrder {
    /**
     * Ids carry the time of the clock, and two of one millisecond are in any order. A clock that steps back takes the ids along. All
     * bits beside the timestamp are random.
     */
    UNORDERED,

    /**
     * An id is greater than every id that the same thread got from this generator before. Ids of several threads are in the order
     * of their milliseconds. A virtual thread gets {@link #PROCESS_WIDE}, so that none has a state of its own.
     */
    PER_THREAD,

    /**
     * An id is greater than every id that this generator returned to any thread before the call began: strictly monotonic over the
     * process.
     */
    PROCESS_WIDE
}
