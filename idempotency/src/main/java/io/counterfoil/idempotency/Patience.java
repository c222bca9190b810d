package io.counterfoil.idempotency;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks again and again, with growing pauses, until there is an answer or the limit is over. Between two questions it
 * holds nothing: no lock, no connection.
 */
final class Patience {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(128);

    private final LongSupplier nanoTime;
    private final Pause pause;

    Patience(LongSupplier nanoTime, Pause pause) {
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /**
     * The first answer, or empty when the limit is over or the thread was interrupted (the flag is set again then). The
     * question is asked at least once, and once more when the limit has just passed.
     */
    <T, X extends Exception> Optional<T> ask(Duration limit, Question<T, X> question) throws X {
        long start = nanoTime.getAsLong();
        long longest = FIRST_PAUSE_NANOS;
        while (true) {
            Optional<T> answer = question.ask();
            long left = limit.toNanos() - (nanoTime.getAsLong() - start);
            if (answer.isPresent() || left <= 0 || !pausedFor(Math.min(jittered(longest), left))) {
                return answer;
            }
            longest = Math.min(longest * 2, LONGEST_PAUSE_NANOS);
        }
    }

    private boolean pausedFor(long nanos) {
        try {
            pause.pause(Duration.ofNanos(nanos));
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Half of it to all of it, so that those who wait for one key do not all come at once. */
    private static long jittered(long nanos) {
        return ThreadLocalRandom.current().nextLong(nanos / 2, nanos + 1);
    }

    /** Something to ask; empty for "not yet". */
    interface Question<T, X extends Exception> {
        Optional<T> ask() throws X;
    }
}
