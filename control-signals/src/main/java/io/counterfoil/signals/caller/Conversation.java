package io.counterfoil.signals.caller;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.messaging.PublishException;
import io.counterfoil.signals.caller.Reply.Answered;
import io.counterfoil.signals.caller.Reply.Unanswered;
import io.counterfoil.signals.envelope.Failure;
import io.counterfoil.signals.envelope.Outcome;
import io.counterfoil.signals.envelope.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** One command: the attempts that were made at it, and what is known of them. Thread-safe; calls nobody. */
final class Conversation {

    /** How many attempts are kept. */
    static final int MAX_KEPT = 1_000;

    private final Command command;
    private final CommandId id;
    private final Lineage lineage;
    private final Instant openedAt;
    private final String origin;
    private final InstantSource clock;
    private final Deque<Sending> sendings = new ArrayDeque<>();

    private int made;
    private Round round = new Round();
    private Optional<Outcome> answer = Optional.empty();

    Conversation(Command command, Lineage lineage, Instant openedAt, String origin, InstantSource clock) {
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

    /** @param ended the round that this answers */
    record Taken(Verdict verdict, Optional<Round> ended) {}

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

    synchronized List<Sent> tries() {
        return sendings.stream().map(Sending::sent).toList();
    }

    /** A new attempt, which is to be published; in a new round, if the last one is over. */
    synchronized Attempt prepare() {
        if (round.isOver()) {
            round = new Round();
        }
        CorrelationId correlationId = lineage.attempt(++made);
        Sending sending = new Sending(command.attempt(correlationId, clock.instant(), origin), round.begin());
        if (sendings.size() == MAX_KEPT) {
            sendings.removeFirst();
        }
        sendings.addLast(sending);
        return new Attempt(this, round, sending);
    }

    /** The same, unless this round is over. */
    synchronized Optional<Attempt> prepareIn(Round one) {
        return one.isOver() ? Optional.empty() : Optional.of(prepare());
    }

    /** The last attempt there was. */
    synchronized Attempt latest() {
        return new Attempt(this, round, sendings.getLast());
    }

    synchronized void confirmed(Sending sending) {
        sending.confirm();
    }

    /**
     * An attempt failed, or has waited long enough.
     *
     * @return whether it was the last one under way, so that something has to be done
     */
    synchronized boolean failed(Round one, Sending sending, String why) {
        if (one.isOver() || sending.isOver()) {
            return false;
        }
        sending.failed(why);
        return sending == sendings.getLast();
    }

    /** To be cancelled when the round is over. */
    synchronized void waitsFor(Round one, Future<?> timer) {
        one.waitsFor(timer);
    }

    /** Publishing has failed in this round. */
    synchronized void unconfirmed(Round one, PublishException failure) {
        one.unconfirmed(failure);
    }

    /** Why publishing failed last. */
    synchronized Optional<PublishException> unconfirmed(Round one) {
        return one.unconfirmed();
    }

    synchronized int begunIn(Round one) {
        return one.begun();
    }

    /** Ends a round without an answer. Empty when it was over. */
    synchronized Optional<Unanswered> end(Round one, String why) {
        if (one.isOver()) {
            return Optional.empty();
        }
        one.end();
        return Optional.of(new Unanswered(command, tries(), why));
    }

    /** Takes an outcome under a correlation ID of this command's. */
    synchronized Taken take(Outcome outcome) {
        Optional<Sending> sending = sendings.stream()
                .filter(it -> it.correlationId().equals(outcome.correlationId()))
                .findFirst();
        boolean known = sending.map(Sending::isAnswered).orElse(false);
        sending.ifPresent(Sending::answered);
        if (round.isOver()) {
            return new Taken(afterTheEnd(outcome, known), Optional.empty());
        }
        if (known) {
            return new Taken(isOfAnother(outcome) ? Verdict.ANOTHER : Verdict.DUPLICATE, Optional.empty());
        }
        if (!isFinal(outcome) && sending.filter(it -> it == sendings.getLast()).isEmpty()) {
            outcome.error().map(Failure::message).ifPresent(why -> sending.ifPresent(it -> it.failed(why)));
            return new Taken(Verdict.NOTED, Optional.empty());
        }
        answer = Optional.of(outcome);
        round.end();
        return new Taken(Verdict.ANSWER, Optional.of(round));
    }

    private Verdict afterTheEnd(Outcome outcome, boolean known) {
        if (isOfAnother(outcome)) {
            return Verdict.ANOTHER;
        }
        if (known || answer.filter(Conversation::isFinal).isPresent()) {
            return Verdict.DUPLICATE;
        }
        answer = Optional.of(outcome);
        return Verdict.LATE_ANSWER;
    }

    private boolean isOfAnother(Outcome outcome) {
        Scope scope = command.scope();
        boolean toMany =
                List.of(scope.swarmId(), scope.role(), scope.instance()).contains(Scope.ALL);
        return toMany
                && answer.filter(first -> !first.scope().equals(outcome.scope()))
                        .isPresent();
    }

    static boolean isFinal(Outcome outcome) {
        return new Answered(outcome).isFinal();
    }
}
