package io.counterfoil.operations;

import io.counterfoil.correlation.Extension;
import io.counterfoil.idempotency.concurrent.Backoff;
import java.time.Duration;
import java.util.List;

/**
 * How operations are executed. Start from {@link #DEFAULT}. Immutable.
 *
 * @param threads how many operations one process works at, 1 or more; each needs a connection, and there are two more for the queues
 * @param callbackThreads how many callbacks one process makes at once, 1 or more
 * @param pollingInterval how often a process looks for work that others have submitted or given back; 10 ms to 1 h
 * @param heartbeat how often a process says that it lives, 50 ms to 1 h. What a process leaves that says nothing is taken over after four
 *     to six times as long; that is by the processes' clocks, and too early a take-over does no harm
 * @param turn after how long an operation lets others go first, where more wait than there are threads; positive
 * @param failureLimit how many failures in a row, without a finished step between them, make an operation fail; 1 or more
 * @param firstPause how long to wait after the first failure; twice as long after each further one
 * @param longestPause how long at the most
 * @param callbackPauses how long to wait after each delivery that failed; after one more the callback is given up. A tenth is added at random
 * @param waiters how many threads may {@linkplain Operations#await wait} at once; not negative
 * @param closingWithin how long closing waits for steps that are being made, before it interrupts them; not negative
 */
public record OperationSettings(
        int threads,
        int callbackThreads,
        Duration pollingInterval,
        Duration heartbeat,
        Duration turn,
        int failureLimit,
        Duration firstPause,
        Duration longestPause,
        List<Duration> callbackPauses,
        int waiters,
        Duration closingWithin) {

    // Before the default, which they check.
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * 4 threads and 2 for callbacks; a look each second, a heartbeat each 5 s (so taken over within 30 s), turns of 10 s; 10 failures with
     * pauses of 1 s to 5 min; 10 deliveries over 3 days; 64 waiters; 30 s to close.
     */
    public static final OperationSettings DEFAULT = new OperationSettings(
            4,
            2,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            10,
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(5),
                    Duration.ofHours(10),
                    Duration.ofHours(14),
                    Duration.ofHours(20),
                    Duration.ofHours(24)),
            64,
            Duration.ofSeconds(30));

    /**
     * Checks the values, and copies the list.
     *
     * @param threads at least 1
     * @param callbackThreads at least 1
     * @param pollingInterval 10 ms to 1 h
     * @param heartbeat 50 ms to 1 h
     * @param turn 1 ms to 365 days
     * @param failureLimit at least 1
     * @param firstPause 0 to 365 days
     * @param longestPause {@code firstPause} to 365 days
     * @param callbackPauses 0 to 365 days each; may be empty
     * @param waiters at least 0
     * @param closingWithin 0 to 365 days
     * @throws IllegalArgumentException when a value is out of its range; the message has it
     */
    public OperationSettings {
        callbackPauses = List.copyOf(callbackPauses);
        requireAtLeast("threads", threads, 1);
        requireAtLeast("callbackThreads", callbackThreads, 1);
        requireAtLeast("failureLimit", failureLimit, 1);
        requireAtLeast("waiters", waiters, 0);
        requireBetween("pollingInterval", pollingInterval, Duration.ofMillis(10), HOUR);
        requireBetween("heartbeat", heartbeat, Duration.ofMillis(50), HOUR);
        requireBetween("turn", turn, Duration.ofMillis(1), LONGEST);
        requireBetween("firstPause", firstPause, Duration.ZERO, LONGEST);
        requireBetween("longestPause", longestPause, firstPause, LONGEST);
        requireBetween("closingWithin", closingWithin, Duration.ZERO, LONGEST);
        callbackPauses.forEach(pause -> requireBetween("a callback's pause", pause, Duration.ZERO, LONGEST));
    }

    /**
     * {@return these settings with other numbers of threads}
     *
     * @param forWork how many operations one process executes at once, at least 1
     * @param forCallbacks how many callbacks one process delivers at once, at least 1
     */
    public OperationSettings withThreads(int forWork, int forCallbacks) {
        return new OperationSettings(
                forWork,
                forCallbacks,
                pollingInterval,
                heartbeat,
                turn,
                failureLimit,
                firstPause,
                longestPause,
                callbackPauses,
                waiters,
                closingWithin);
    }

    /**
     * {@return these settings with another polling interval and another heartbeat}
     *
     * @param polling 10 ms to 1 h
     * @param alive the heartbeat, 50 ms to 1 h
     */
    public OperationSettings withIntervals(Duration polling, Duration alive) {
        return new OperationSettings(
                threads,
                callbackThreads,
                polling,
                alive,
                turn,
                failureLimit,
                firstPause,
                longestPause,
                callbackPauses,
                waiters,
                closingWithin);
    }

    /**
     * {@return these settings with other turns}
     *
     * @param other after how long an operation yields to waiting ones, 1 ms to 365 days
     */
    public OperationSettings withTurn(Duration other) {
        return new OperationSettings(
                threads,
                callbackThreads,
                pollingInterval,
                heartbeat,
                other,
                failureLimit,
                firstPause,
                longestPause,
                callbackPauses,
                waiters,
                closingWithin);
    }

    /**
     * {@return these settings with another retry policy for steps that fail}
     *
     * @param limit how many failures in a row make an operation fail, at least 1
     * @param first the pause after the first failure, 0 to 365 days; doubled after each further one
     * @param longest the longest pause, {@code first} to 365 days
     */
    public OperationSettings withFailures(int limit, Duration first, Duration longest) {
        return new OperationSettings(
                threads,
                callbackThreads,
                pollingInterval,
                heartbeat,
                turn,
                limit,
                first,
                longest,
                callbackPauses,
                waiters,
                closingWithin);
    }

    /**
     * {@return these settings with other pauses between deliveries of a callback}
     *
     * @param pauses 0 to 365 days each; there is one delivery more than there are pauses
     */
    public OperationSettings withCallbackPauses(List<Duration> pauses) {
        return new OperationSettings(
                threads,
                callbackThreads,
                pollingInterval,
                heartbeat,
                turn,
                failureLimit,
                firstPause,
                longestPause,
                pauses,
                waiters,
                closingWithin);
    }

    /**
     * {@return these settings with another number of waiters}
     *
     * @param most how many threads may {@linkplain Operations#await wait} at once, at least 0
     */
    public OperationSettings withWaiters(int most) {
        return new OperationSettings(
                threads,
                callbackThreads,
                pollingInterval,
                heartbeat,
                turn,
                failureLimit,
                firstPause,
                longestPause,
                callbackPauses,
                most,
                closingWithin);
    }

    /**
     * {@return these settings with another time limit for closing}
     *
     * @param time how long closing waits for steps that run before it interrupts them, 0 to 365 days
     */
    public OperationSettings withClosingWithin(Duration time) {
        return new OperationSettings(
                threads,
                callbackThreads,
                pollingInterval,
                heartbeat,
                turn,
                failureLimit,
                firstPause,
                longestPause,
                callbackPauses,
                waiters,
                time);
    }

    /** How long to wait after so many failures in a row. */
    Duration pauseAfter(int failures) {
        return new Backoff(firstPause, longestPause).after(failures);
    }

    /** The distinction of the runs of an operation: a run follows another after a turn or a pause. */
    Extension processing() {
        Duration first = turn.compareTo(firstPause) < 0 ? turn : firstPause;
        return Extension.timed(first, longestPause, Math.min(failureLimit, Extension.MAX_DELIVERIES));
    }

    private static void requireAtLeast(String what, int number, int least) {
        if (number < least) {
            throw new IllegalArgumentException(what + " must be at least " + least + ", not " + number);
        }
    }

    private static void requireBetween(String what, Duration time, Duration least, Duration most) {
        if (time.compareTo(least) < 0 || time.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", not " + time);
        }
    }
}
