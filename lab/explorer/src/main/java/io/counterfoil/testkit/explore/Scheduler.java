package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the processes of one schedule.
 *
 * <p>Each process is a thread, and one of them runs at a time: the one with the turn. It runs through its step up to
 * the next one. There, it also chooses the next move, so that no scheduler thread is needed, and no thread is woken if
 * it continues itself. Shared state is passed on with the turn and needs no lock.
 *
 * <p>Moves: each process can take its step or crash before it. A crash after a step is equivalent to a crash before the
 * next one, because no effect of the process occurs in between; for that purpose, returning the result counts as a
 * step. A crashed process takes no further step, except that the store rolls its unit of work back. A step that no
 * other process can observe is taken immediately, with the crash as the only alternative, because its order makes no
 * difference. A failing store throws before or after the call has taken effect. Further moves are heartbeats, and the
 * advance of the time to the last instant of a lease and to its expiry.
 */
final class Scheduler {

    static final String BEAT = "beat ";

    private static final int MOST_STEPS = 300;
    private static final ThreadLocal<Claimant> SELF = new ThreadLocal<>();

    private final Run run;
    private final List<Claimant> claimants;
    private final Search search;

    private volatile boolean cut;
    private volatile @Nullable Counterexample counterexample;
    private volatile @Nullable Throwable broken;
    private @Nullable Claimant beating;
    private Runnable notStarted = () -> {};
    private boolean blocked;
    private int started;
    private int steps;
    private int crashesLeft;
    private int expiriesLeft;
    private int failuresLeft;

    Scheduler(Run run, List<Claimant> claimants, Search search) {
        this.run = run;
        this.claimants = claimants;
        this.search = search;
        this.crashesLeft = run.scenario().crashes();
        this.expiriesLeft = run.scenario().expiries();
        this.failuresLeft = run.scenario().failures();
    }

    /**
     * Runs the schedule to its end.
     *
     * @param longest the maximum duration, measured by {@code waiting}
     * @return the counterexample; null if there is none
     */
    @Nullable
    Counterexample play(Executor threads, Waiting waiting, Duration longest) {
        CountDownLatch living = new CountDownLatch(claimants.size());
        claimants.forEach(claimant -> claimant.startsWith(() -> threads.execute(() -> live(claimant, living))));
        notStarted = living::countDown;
        claimants.get(started++).wake();
        boolean all = awaitUninterruptibly(living, waiting, longest);
        Throwable failure = broken;
        if (failure != null) {
            throw new IllegalStateException("the explorer or the engine failed after:\n" + lines(), failure);
        }
        if (!all) {
            blocked = true;
            violated(new Counterexample(
                    Property.NO_DEADLOCK, "the last step did not complete within " + longest, run.trace()));
            return counterexample;
        }
        if (!cut) {
            checkEnd();
        }
        return counterexample;
    }

    /** Whether a step did not complete, so that its thread is lost. */
    boolean isBlocked() {
        return blocked;
    }

    private boolean awaitUninterruptibly(CountDownLatch living, Waiting waiting, Duration longest) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return waiting.await(living, longest);
                } catch (InterruptedException interruption) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void checkEnd() {
        try {
            run.checkEnd();
        } catch (ScheduleEnd violated) {
            if (counterexample == null) {
                throw new IllegalStateException("a schedule was ended twice", violated);
            }
        }
    }

    private void live(Claimant claimant, CountDownLatch living) {
        SELF.set(claimant);
        try {
            claimant.runScript();
            claimant.ends();
            Claimant next = next();
            if (next != null) {
                next.wake();
            }
        } catch (ScheduleEnd end) {
            end();
        } catch (Throwable failure) {
            broken = failure;
            end();
        } finally {
            SELF.remove();
            living.countDown();
        }
    }

    /**
     * Appends the result of a step to the trace of the acting process; for a heartbeat, only the loss of a lease is
     * kept.
     */
    void result(String words) {
        if (beating == null) {
            acting().result(words);
            answers();
        }
    }

    /** Returns the store's response to the acting process, unless the response is lost. */
    void answers() {
        if (beating == null && acting().fault == StoreFault.ANSWER_LOST) {
            acting().fault = StoreFault.NONE;
            throw new StoreException("the call took effect, and its response was lost");
        }
    }

    /** Lets a process act alone in the calling thread. */
    void alone(Claimant claimant, Runnable acts) {
        SELF.set(claimant);
        try {
            acts.run();
        } finally {
            SELF.remove();
        }
    }

    /** The acting process: that of this thread, or the owner of the current heartbeat. */
    Claimant acting() {
        Claimant heart = beating;
        return heart != null ? heart : SELF.get();
    }

    /** The acting process reaches a step; returns when it may take it. */
    void step(String what, Kind kind) {
        Claimant who = acting();
        if (cut) {
            throw new ScheduleEnd();
        }
        if (beating != null || !who.isScheduled()) {
            run.trace().add(who + " " + what);
            return;
        }
        if (who.hasCrashed() && kind != Kind.ROLLBACK) {
            throw new Crash();
        }
        who.reaches(what, kind);
        Claimant next = next();
        if (next != who) {
            if (next != null) {
                next.wake();
            }
            who.awaitTurn();
        }
        if (cut) {
            throw new ScheduleEnd();
        }
        if (who.dying) {
            who.crash();
            throw new Crash();
        }
        if (who.changesStore()) {
            run.calls(who.lease + " " + what);
        }
        if (who.fault == StoreFault.NOTHING_DONE) {
            who.fault = StoreFault.NONE;
            throw new StoreException("the call failed without an effect");
        }
    }

    /** The process with the next turn; null if all have ended. */
    private @Nullable Claimant next() {
        if (started < claimants.size()) {
            return claimants.get(started++);
        }
        while (true) {
            run.check();
            List<Choice> choices = choices();
            int chosen = search.choose(choices.size(), run::state);
            if (chosen == Search.KNOWN) {
                throw end();
            }
            if (chosen == Search.END) {
                return null;
            }
            steps++;
            run.require(
                    steps <= MOST_STEPS,
                    Property.NO_DEADLOCK,
                    () -> "the processes have not ended after " + MOST_STEPS + " steps");
            Choice choice = choices.get(chosen);
            run.trace().add(choice.words.get());
            Claimant turn = choice.move.make();
            if (turn != null) {
                return turn;
            }
        }
    }

    private List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        for (Claimant claimant : claimants) {
            if (!claimant.hasEnded() && claimant.isAlone()) {
                steps(claimant, choices);
                return choices;
            }
        }
        for (Claimant claimant : claimants) {
            if (!claimant.hasEnded()) {
                steps(claimant, choices);
                if (claimant.canRenew()) {
                    choices.add(new Choice(() -> "heartbeat of " + claimant, () -> beat(claimant)));
                }
            }
        }
        Instant end = run.model().end();
        if (!choices.isEmpty() && end != null && expiriesLeft > 0) {
            choices.add(time(end));
        }
        return choices;
    }

    private void steps(Claimant claimant, List<Choice> choices) {
        choices.add(new Choice(() -> claimant + " " + claimant.at(), () -> claimant));
        if (crashesLeft > 0 && claimant.canCrash()) {
            choices.add(new Choice(() -> claimant + " crashes before it " + claimant.at(), () -> {
                crashesLeft--;
                claimant.dying = true;
                return claimant;
            }));
        }
        if (failuresLeft > 0 && claimant.canBeFailed()) {
            choices.add(failure(claimant, StoreFault.NOTHING_DONE, ", and the store fails"));
            choices.add(failure(claimant, StoreFault.ANSWER_LOST, ", and the response is lost"));
        }
    }

    private Choice failure(Claimant claimant, StoreFault fault, String words) {
        return new Choice(() -> claimant + " " + claimant.at() + words, () -> {
            failuresLeft--;
            claimant.fault = fault;
            return claimant;
        });
    }

    private @Nullable Claimant beat(Claimant claimant) {
        beating = claimant;
        run.calls(BEAT + claimant.lease);
        try {
            claimant.beat();
        } finally {
            beating = null;
        }
        // A scheduler keeps the exceptions of its tasks.
        if (cut) {
            throw new ScheduleEnd();
        }
        return null;
    }

    private Choice time(Instant end) {
        int lease = run.model().number();
        if (Duration.between(run.clock().instant(), end).compareTo(StoreModel.TICK) > 0) {
            return new Choice(() -> "the time advances to the last instant of lease " + lease, () -> {
                run.clock().set(end.minus(StoreModel.TICK));
                return null;
            });
        }
        return new Choice(() -> "the time advances to the expiry of lease " + lease, () -> {
            expiriesLeft--;
            run.clock().set(end);
            return null;
        });
    }

    /** Records a counterexample; the caller throws the returned error. */
    ScheduleEnd violated(Counterexample found) {
        counterexample = found;
        return end();
    }

    /** Ends the schedule. */
    private ScheduleEnd end() {
        if (!cut) {
            cut = true;
            claimants.subList(0, started).forEach(Claimant::wake);
            claimants.subList(started, claimants.size()).forEach(never -> notStarted.run());
        }
        return new ScheduleEnd();
    }

    private String lines() {
        return String.join("\n", run.trace());
    }

    /** Whether a process crashed, a lease expired or the store failed. */
    boolean hadFault() {
        Scenario<?> scenario = run.scenario();
        return crashesLeft < scenario.crashes()
                || expiriesLeft < scenario.expiries()
                || failuresLeft < scenario.failures();
    }

    /** Part of the digest of a state. */
    String state() {
        return claimants.stream().map(Claimant::state).sorted().collect(Collectors.joining(" / ")) + " " + crashesLeft
                + " " + expiriesLeft + " " + failuresLeft;
    }

    /** Waits for the end of a schedule. */
    @FunctionalInterface
    interface Waiting {
        /** Whether the latch opened within the duration. */
        boolean await(CountDownLatch end, Duration atMost) throws InterruptedException;
    }

    /** A possible move; only the chosen one is described. */
    private record Choice(Supplier<String> words, Move move) {}

    /** Executes a move; returns the process with the next turn, or null if it is still to be chosen. */
    private interface Move {
        @Nullable
        Claimant make();
    }
}
