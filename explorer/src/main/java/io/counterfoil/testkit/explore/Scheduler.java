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
 * Gives the processes of one schedule their turns.
 *
 * <p>Each process is a thread, and at any time one of them runs: the one with the turn. It runs through its step and on to
 * the next one, where it stops and chooses, in place of a thread for choosing, who goes on; that may be itself, and then no
 * thread has to be woken. Everything that processes share is handed on with the turn, and needs no lock.
 *
 * <p>What is chosen from: each process can take its step, or die before it. To die after a step is to die before the next
 * one, since nothing in between leaves the process; getting the answer counts as a step for that. A process that dies takes
 * no further step, but for the store that undoes its unit of work. A step that no other claimant can see is taken at once, with its
 * death as the only other choice: taking it later makes no difference to anybody. A store that fails throws, before it did what it was asked
 * or after. Besides, heartbeats beat, and time comes to the last instant of a lease, and to its end.
 */
final class Conductor {

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

    Conductor(Run run, List<Claimant> claimants, Search search) {
        this.run = run;
        this.claimants = claimants;
        this.search = search;
        this.crashesLeft = run.scenario().crashes();
        this.expiriesLeft = run.scenario().expiries();
        this.failuresLeft = run.scenario().failures();
    }

    /**
     * Plays the schedule to its end.
     *
     * @param longest how long it may take, as {@code waiting} measures it
     * @return the counterexample that it is; null for none
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
            throw new IllegalStateException("the explorer or the engine broke at:\n" + lines(), failure);
        }
        if (!all) {
            blocked = true;
            violated(new Counterexample(
                    Property.NO_DEADLOCK, "the last step has not come back after " + longest, run.trace()));
            return counterexample;
        }
        if (!cut) {
            aftermath();
        }
        return counterexample;
    }

    /** Whether a step did not come back: its thread is lost. */
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

    private void aftermath() {
        try {
            run.aftermath();
        } catch (Cut violated) {
            if (counterexample == null) {
                throw new IllegalStateException("a schedule was cut after its end", violated);
            }
        }
    }

    private void live(Claimant claimant, CountDownLatch living) {
        SELF.set(claimant);
        try {
            claimant.live();
            claimant.ends();
            Claimant next = next();
            if (next != null) {
                next.wake();
            }
        } catch (Cut end) {
            end();
        } catch (Throwable failure) {
            broken = failure;
            end();
        } finally {
            SELF.remove();
            living.countDown();
        }
    }

    /** The acting process was told this in its step; a heart forgets it, but for the loss of its lease. */
    void told(String words) {
        if (beating == null) {
            acting().told(words);
            answers();
        }
    }

    /** The acting process gets the answer of the store, unless that is lost. */
    void answers() {
        if (beating == null && acting().fault == StoreFault.ANSWER_LOST) {
            acting().fault = StoreFault.NONE;
            throw new StoreException("the store did what it was asked, and its answer was lost");
        }
    }

    /** Lets this one act alone, in the calling thread. */
    void alone(Claimant claimant, Runnable acts) {
        SELF.set(claimant);
        try {
            acts.run();
        } finally {
            SELF.remove();
        }
    }

    /** Who acts: the process of this thread, or the one whose heart beats. */
    Claimant acting() {
        Claimant heart = beating;
        return heart != null ? heart : SELF.get();
    }

    /** The acting process comes to a step, and returns when it may take it. */
    void step(String what, Kind kind) {
        Claimant who = acting();
        if (cut) {
            throw new Cut();
        }
        if (beating != null || !who.isScheduled()) {
            run.trace().add(who + " " + what);
            return;
        }
        if (who.isDead() && kind != Kind.UNDOING) {
            throw new Crash();
        }
        who.stands(what, kind);
        Claimant next = next();
        if (next != who) {
            if (next != null) {
                next.wake();
            }
            who.awaitTurn();
        }
        if (cut) {
            throw new Cut();
        }
        if (who.dying) {
            who.dies();
            throw new Crash();
        }
        if (who.changesStore()) {
            run.calls(who.lease + " " + what);
        }
        if (who.fault == StoreFault.NOTHING_DONE) {
            who.fault = StoreFault.NONE;
            throw new StoreException("the store failed, and did nothing");
        }
    }

    /** The claimant that has the next turn; null when all have ended. */
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
                if (claimant.canBeat()) {
                    choices.add(new Choice(() -> claimant + "'s heart beats", () -> beat(claimant)));
                }
            }
        }
        Instant end = run.book().end();
        if (!choices.isEmpty() && end != null && expiriesLeft > 0) {
            choices.add(time(end));
        }
        return choices;
    }

    private void steps(Claimant claimant, List<Choice> choices) {
        choices.add(new Choice(() -> claimant + " " + claimant.at(), () -> claimant));
        if (crashesLeft > 0 && claimant.canDie()) {
            choices.add(new Choice(() -> claimant + " dies before it " + claimant.at(), () -> {
                crashesLeft--;
                claimant.dying = true;
                return claimant;
            }));
        }
        if (failuresLeft > 0 && claimant.canBeFailed()) {
            choices.add(failure(claimant, StoreFault.NOTHING_DONE, ", and the store fails"));
            choices.add(failure(claimant, StoreFault.ANSWER_LOST, ", and the answer is lost"));
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
        // A scheduler keeps what its tasks throw.
        if (cut) {
            throw new Cut();
        }
        return null;
    }

    private Choice time(Instant end) {
        int lease = run.book().number();
        if (Duration.between(run.clock().instant(), end).compareTo(Book.TICK) > 0) {
            return new Choice(() -> "time comes to the last instant of lease " + lease, () -> {
                run.clock().set(end.minus(Book.TICK));
                return null;
            });
        }
        return new Choice(() -> "time comes to the end of lease " + lease, () -> {
            expiriesLeft--;
            run.clock().set(end);
            return null;
        });
    }

    /** Notes a counterexample; what is returned is to be thrown. */
    Cut violated(Counterexample found) {
        counterexample = found;
        return end();
    }

    /** Ends the schedule where it is. */
    private Cut end() {
        if (!cut) {
            cut = true;
            claimants.subList(0, started).forEach(Claimant::wake);
            claimants.subList(started, claimants.size()).forEach(never -> notStarted.run());
        }
        return new Cut();
    }

    private String lines() {
        return String.join("\n", run.trace());
    }

    /** Whether a process died, a lease ran out or the store failed. */
    boolean hadTrouble() {
        Scenario<?> scenario = run.scenario();
        return crashesLeft < scenario.crashes()
                || expiriesLeft < scenario.expiries()
                || failuresLeft < scenario.failures();
    }

    /** For the digest of a state. */
    String state() {
        return claimants.stream().map(Claimant::state).sorted().collect(Collectors.joining(" / ")) + " " + crashesLeft
                + " " + expiriesLeft + " " + failuresLeft;
    }

    /** How the end of a schedule is awaited. */
    @FunctionalInterface
    interface Waiting {
        /** Whether the latch has opened in that time. */
        boolean await(CountDownLatch end, Duration atMost) throws InterruptedException;
    }

    /** One way to go on; only the one that is taken is put into words. */
    private record Choice(Supplier<String> words, Move move) {}

    /** Goes on; says who has the turn then, null when that is still to be chosen. */
    private interface Move {
        @Nullable
        Claimant make();
    }
}
