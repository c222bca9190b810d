package io.counterfoil.jdbc.crash;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A client that asks again when it was told of a failure, as often as that is sensible. Thread-safe. */
final class Retrying implements Heir {

    private final Engines engines;
    private final int tries;
    private final AtomicInteger failures = new AtomicInteger();

    Retrying(Engines engines, int tries) {
        this.engines = engines;
        this.tries = tries;
    }

    /** Sets out for a point at which the call may fail: the answer, if there is one. */
    Optional<String> executeTo(String point, String intention, Setting setting) {
        try {
            if (point.endsWith("_TAKE_OVER")) {
                // What is true, because the call can succeed: a pool replaces connections that it finds dead.
                engines.happened(intention, engines.effect(intention, setting));
                return Optional.empty();
            }
            boolean retry = point.endsWith("_FIND");
            Work.End end = Work.End.toReach(point);
            String outcome = engines.execute(intention, setting, end, retry);
            return end == Work.End.ANSWER && outcome.contains(" ")
                    ? Optional.of(TakeUp.answer(outcome))
                    : Optional.empty();
        } catch (SQLException | StoreException failure) {
            failures.incrementAndGet();
            return Optional.empty();
        }
    }

    @Override
    public String execute(String intention, Setting setting) throws SQLException {
        return again(() -> engines.execute(intention, setting, Work.End.ANSWER, false));
    }

    @Override
    public boolean happened(String intention, String answer) throws SQLException {
        return again(() -> engines.happened(intention, answer));
    }

    @Override
    public boolean didNotHappen(String intention) throws SQLException {
        return again(() -> engines.didNotHappen(intention));
    }

    /** How many calls have failed so far. */
    int failures() {
        return failures.get();
    }

    private <T> T again(Try<T> call) throws SQLException {
        int left = tries;
        while (true) {
            try {
                return call.result();
            } catch (SQLException | StoreException failure) {
                failures.incrementAndGet();
                left--;
                if (left == 0) {
                    throw failure;
                }
            }
        }
    }

    private interface Try<T> {
        T result() throws SQLException;
    }
}
