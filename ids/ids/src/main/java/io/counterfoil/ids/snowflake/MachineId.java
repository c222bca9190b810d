package io.counterfoil.ids.snowflake;

/**
 * The number that distinguishes the Snowflake generators of one application, and the milliseconds for which its holder
 * may use it.
 *
 * <p>{@link #fixed} is one that the configuration names, for all times. A lease is one that a holder has for a while: its
 * {@link #lastMillis} moves on with every renewal. Implementations are thread-safe.
 *
 * <h2>Why no two holders make the same id</h2>
 *
 * <p>A lease that only expires does not help. Between checking the lease and using the ID, a process may be paused for
 * any time (a garbage collection, a suspended virtual machine, SIGSTOP), and when it resumes, another process may own
 * the machine ID. No check in the first process closes that gap, because the pause may always come after the check.
 * Where a store takes the writes, it can refuse those of an old fencing token; the ids of a Snowflake generator are
 * written nowhere.
 *
 * <p>So it is not the moment of the use that is fenced, but the timestamp inside the id. Every holder has a range, in the
 * scale of the ids' own timestamps, and a generator puts no timestamp into an id that lies outside it:
 *
 * <ol>
 *   <li>The lease's owner writes down, durably, the end of the range before any id of it is made: {@code lastMillis} here is
 *       never more than what is written there.
 *   <li>The next holder's range begins above what was written there: its {@code firstMillis} is greater than every {@code
 *       lastMillis} of every holder before it.
 *   <li>A holder who returns its id early stops its generator first, once and for all, and returns the last millisecond that
 *       was used; what is written there is then exactly that.
 * </ol>
 *
 * <p>The ranges of two holders of one machine id therefore share no millisecond, and their ids no value. That holds whatever
 * the clocks do: they decide when a range can be used, and never whose it is. A process that was paused and goes on has an id
 * in its hands whose timestamp is of its own range; the next one is refused.
 */
public interface MachineId {

    /** The greatest there is: 10 bits. */
    int MAX = 1023;

    /** {@return the number, from 0 to {@value #MAX}; always the same} */
    int value();

    /** {@return the first millisecond since 1970 that may be put into an id; always the same} */
    long firstMillis();

    /**
     * {@return the last millisecond since 1970 that may be put into an id, as of now} It never moves back. Asked for each id, so it
     * neither blocks nor fails.
     */
    long lastMillis();

    /**
     * Called once, by the generator that will use it. A fixed one takes no notice.
     *
     * @param generator the one that will use it
     * @throws IllegalStateException when another generator uses it already, or when it was returned
     */
    default void bind(Generator generator) {}

    /**
     * {@return a permanent number of the caller} It is not coordinated: two generators with the same number, in one process or in two,
     * make the same ids, and so does one that is restarted on a clock that was set back meanwhile.
     *
     * @param value 0 to {@value #MAX}
     * @throws IllegalArgumentException when it is not from 0 to {@value #MAX}
     */
    static MachineId fixed(int value) {
        return new MachineIdFixed(value);
    }

    /** The generator that uses a machine id, as the machine id sees it. */
    @FunctionalInterface
    interface Generator {

        /**
         * Stops it at once and for good: from the return of this method on, it makes no id any more, and no thread is about to
         * return one that is not accounted for. To be called again does no harm.
         *
         * @return the last millisecond since 1970 that is in an id, or one before the first that could have been, where none was
         *     made
         */
        long stop();
    }
}
