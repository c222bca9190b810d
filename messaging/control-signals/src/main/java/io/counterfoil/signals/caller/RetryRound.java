package io.counterfoil.signals.caller;

import io.counterfoil.messaging.PublishException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** From one send of a command until its reply. Guarded by its pending, but for the futures. */
final class RetryRound {

    final CompletableFuture<CommandReply> reply = new CompletableFuture<>();
    final CompletableFuture<Void> confirmed = new CompletableFuture<>();

    /** What is to be cancelled at the end: otherwise a timer would hold what is done until its time. */
    private final List<Future<?>> timers = new ArrayList<>();

    private int begun;
    private boolean over;
    private Optional<PublishException> unconfirmed = Optional.empty();

    int begin() {
        return ++begun;
    }

    int begun() {
        return begun;
    }

    void unconfirmed(PublishException failure) {
        unconfirmed = Optional.of(failure);
    }

    Optional<PublishException> unconfirmed() {
        return unconfirmed;
    }

    boolean isOver() {
        return over;
    }

    void waitsFor(Future<?> timer) {
        timers.removeIf(Future::isDone);
        timers.add(timer);
        if (over) {
            timer.cancel(false);
        }
    }

    void end() {
        over = true;
        timers.forEach(timer -> timer.cancel(false));
        timers.clear();
    }
}
