package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** One command, the attempts made at it, and their states. Thread-safe; makes no outgoing calls. */
final class PendingCommand {

    /** How many attempts are kept. */
    static final int MAX_KEPT = 1_000;

    private final Command command;
    private final CommandId id;
    private final Lineage lineage;
    private final Instant openedAt;
    private final String origin;
    private final InstantSource clock;
    private final Deque<AttemptState> sendings = new ArrayDeque<>();

    private int made;
    private RetryRound round = new RetryRound();
    private Optional<SignalOutcome> answer = Optional.empty();

    PendingCommand(Command command, Lineage lineage, Instant openedAt, String origin, InstantSource clock) {
        this.command = command;
        this.id = CommandId.of(command);
        this.lineage = lineage;
        this.openedAt = openedAt;
        this.origin = origin;
        this.clock = clock;
    }

    /** What an outcome is to a command. */
    enum Verdict {
        /** Its answer. */
        ANSWER,
        /** A failure of an attempt, while a later one is under way, which may succeed. */
        NOTED,
        /** Its answer, after the end. */
        LATE_ANSWER,
        /** One more receiver's. */
        ANOTHER,
        /** What was known. */
        DUPLICATE
    }

    Command command() {
        return command;
    }

    CommandId id() {
        return id;
    }

    Lineage lineage() {
        return lineage;
    }

    Instant openedAt() {
        return openedAt;
    }

    synchronized boolean isOver() {
        return round.isOver();
    }

    synchronized List<SentAttempt> attempts() {
        return sendings.stream().map(AttemptState::sent).toList();
    }

    /** A new attempt, which is to be published; in a new round, if the last one is over. */
    synchronized CommandAttempt prepare() {
        if (round.isOver()) {
            round = new RetryRound();
        }
        CorrelationId correlationId = lineage.attempt(++made);
        AttemptState state = new AttemptState(command.attempt(correlationId, clock.instant(), origin), round.begin());
        if (sendings.size() == MAX_KEPT) {
            sendings.removeFirst();
        }
        sendings.addLast(state);
        return new CommandAttempt(this, round, state);
    }

    /** The same, unless this round is over. */
    synchronized Optional<CommandAttempt> prepareIn(RetryRound one) {
        return one.isOver() ? Optional.empty() : Optional.of(prepare());
    }

    /** The last attempt there was. */
    synchronized CommandAttempt latest() {
        return new CommandAttempt(this, round, sendings.getLast());
    }

    synchronized void confirmed(AttemptState state) {
        state.confirm();
    }

    /**
     * An attempt failed, or has waited long enough.
     *
     * @return whether it was the last one under way, so that something has to be done
     */
    synchronized boolean failed(RetryRound one, AttemptState state, String why) {
        if (one.isOver() || state.isOver()) {
            return false;
        }
        state.failed(why);
        return state == sendings.getLast();
    }

    /** To be cancelled when the round is over. */
    synchronized void waitsFor(RetryRound one, Future<?> timer) {
        one.waitsFor(timer);
    }

    /** Publishing has failed in this round. */
    synchronized void unconfirmed(RetryRound one, PublishException failure) {
        one.unconfirmed(failure);
    }

    /** Why publishing failed last. */
    synchronized Optional<PublishException> unconfirmed(RetryRound one) {
        return one.unconfirmed();
    }

    synchronized int begunIn(RetryRound one) {
        return one.begun();
    }

    /** Ends a round without an answer. Empty when it was over. */
    synchronized Optional<CommandReply.Unanswered> end(RetryRound one, String why) {
        if (one.isOver()) {
            return Optional.empty();
        }
        one.end();
        return Optional.of(new CommandReply.Unanswered(command, attempts(), why));
    }

    /** Takes an outcome under a correlation ID of this command's. */
    synchronized TakenOutcome take(SignalOutcome outcome) {
        Optional<AttemptState> state = sendings.stream()
                .filter(it -> it.correlationId().equals(outcome.correlationId()))
                .findFirst();
        boolean known = state.map(AttemptState::isAnswered).orElse(false);
        state.ifPresent(AttemptState::answered);
        if (round.isOver()) {
            return new TakenOutcome(afterTheEnd(outcome, known), Optional.empty());
        }
        if (known) {
            return new TakenOutcome(isOfAnother(outcome) ? Verdict.ANOTHER : Verdict.DUPLICATE, Optional.empty());
        }
        if (!isFinal(outcome) && state.filter(it -> it == sendings.getLast()).isEmpty()) {
            outcome.error().map(SignalFailure::message).ifPresent(why -> state.ifPresent(it -> it.failed(why)));
            return new TakenOutcome(Verdict.NOTED, Optional.empty());
        }
        answer = Optional.of(outcome);
        round.end();
        return new TakenOutcome(Verdict.ANSWER, Optional.of(round));
    }

    private Verdict afterTheEnd(SignalOutcome outcome, boolean known) {
        if (isOfAnother(outcome)) {
            return Verdict.ANOTHER;
        }
        if (known || answer.filter(PendingCommand::isFinal).isPresent()) {
            return Verdict.DUPLICATE;
        }
        answer = Optional.of(outcome);
        return Verdict.LATE_ANSWER;
    }

    private boolean isOfAnother(SignalOutcome outcome) {
        SwarmScope scope = command.scope();
        boolean toMany =
                List.of(scope.swarmId(), scope.role(), scope.instance()).contains(SwarmScope.ALL);
        return toMany
                && answer.filter(first -> !first.scope().equals(outcome.scope()))
                        .isPresent();
    }

    static boolean isFinal(SignalOutcome outcome) {
        return new CommandReply.Answered(outcome).isFinal();
    }
}
