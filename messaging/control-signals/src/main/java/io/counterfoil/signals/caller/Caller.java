package io.counterfoil.signals.caller;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.NoJournal;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.receiver.EnvelopeReceiver;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends commands, and matches their outcomes.
 *
 * <pre>{@code
 * Caller caller = Caller.builder(publisher).origin("orchestrator-1").journal(journal).build();
 * consumer.start(caller.receiver()); // of event.outcome.#, on a queue of this process's own
 * caller.resume();                   // what the previous process left
 *
 * CommandAttempt attempt = caller.send(new Command("swarm-start", scope, idempotencyKey, data));
 * CommandReply reply = attempt.await(Duration.ofSeconds(30));
 * }</pre>
 *
 * <p>A command is written to the journal before its first attempt is published, and removed when a final outcome has arrived: a success, or a
 * failure that is not retryable. A retryable failure is a reply too; the application decides whether to {@linkplain #retry retry} or to
 * {@linkplain #giveUp give up}, and the journal keeps the command until then.
 *
 * <p>Each attempt has the command's idempotency key and a correlation ID that no other has. Outcomes are matched by the correlation ID. An
 * outcome of an earlier attempt answers the command too, and names that attempt; only a retryable failure does not, while a later attempt is
 * pending. Later outcomes are duplicates, and ignored. An outcome under the key of a known command, for an attempt that this caller did not
 * make, indicates an accidental double submit. The {@link CallerListener} reports all of these.
 *
 * <p>Log lines for a command carry both of its IDs.
 *
 * <p>Thread-safe. No method waits for the broker; {@link #send}, {@link #retry}, {@link #resume} and {@link #giveUp} wait for the journal.
 */
public final class Caller implements AutoCloseable {

    /** How many commands one call of {@link #resume} reads from the journal. */
    public static final int MAX_RESUMED = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Caller.class);

    private final CommandJournal journal;
    private final CallerListener listener;
    private final Optional<Duration> retention;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final String origin;
    private final PendingCommands commands;
    private final Sender sender;

    Caller(Builder builder) {
        this.journal = new CommandJournal(builder.journal);
        this.listener = new SafeListener(builder.listener);
        this.retention = builder.policy.retention().duration();
        this.clock = builder.clock;
        this.random = builder.random;
        this.origin = builder.origin;
        this.commands = new PendingCommands(builder.limits, builder.clock);
        this.sender = new Sender(builder, this::unanswered);
    }

    /**
     * {@return a builder of a caller; its origin is to be set}
     *
     * @param publisher sends the signals; the caller does not close it
     */
    public static Builder builder(Publisher publisher) {
        return new Builder(publisher);
    }

    /**
     * Sends a command. A command that was sent before is not sent again: the listener is called, and the same reply is awaited.
     *
     * @param command the user action
     * @return the attempt, whose reply can be awaited; for a known command, its latest attempt
     * @throws CommandConflictException when another command was sent under its swarm, type and key; nothing was written or sent
     * @throws io.counterfoil.retry.journal.JournalException when it cannot be kept; nothing was sent
     * @throws IllegalStateException when more than {@link CallerLimits#open} wait, or the caller is closed; nothing was written or sent
     */
    public CommandAttempt send(Command command) {
        sender.requireOpen();
        Optional<PendingCommand> known = commands.find(CommandId.of(command));
        if (known.isEmpty()) {
            PendingCommand fresh = pending(command, Lineage.fresh(random), clock.instant());
            CommandAttempt first = fresh.prepare();
            // Another thread may have been faster.
            known = commands.add(fresh);
            if (known.isEmpty()) {
                return begun(fresh, first);
            }
        }
        CommandConflictException.requireSame(known.get().command(), command);
        CommandAttempt latest = known.get().latest();
        within(latest.correlationId(), command.idempotencyKey(), () -> {
            LOG.warn("{} was already sent and is not sent again", command);
            listener.sentTwice(command);
        });
        return latest;
    }

    /**
     * Makes one more attempt at a command, under a correlation ID of its own; whatever the outcome of the earlier ones, the receiver executes
     * the command once. A command that this caller does not know, or no longer, is sent.
     *
     * @param command the user action, with the key under which it was sent before
     * @return the new attempt, whose reply can be awaited
     * @throws CommandConflictException when another command was sent under its swarm, type and key; nothing was written or sent
     * @throws io.counterfoil.retry.journal.JournalException when it cannot be kept; nothing was sent
     * @throws IllegalStateException when the receiver may have forgotten the command, when more than {@link CallerLimits#open} wait, or when
     *     the caller is closed; nothing was written or sent
     */
    public CommandAttempt retry(Command command) {
        sender.requireOpen();
        Optional<PendingCommand> known = commands.find(CommandId.of(command));
        if (known.isEmpty()) {
            return send(command);
        }
        PendingCommand pending = known.get();
        CommandConflictException.requireSame(pending.command(), command);
        if (isExpired(pending.openedAt())) {
            throw new IllegalStateException(command + " was first sent at " + pending.openedAt()
                    + ", and the receiver remembers it for " + retention.orElseThrow()
                    + " only: it might be executed a second time");
        }
        CommandAttempt attempt = commands.reopen(pending);
        // One that is still under way is in the journal, and in hand.
        return attempt.state().isFirstInRound() ? begun(pending, attempt) : sender.publish(attempt);
    }

    /**
     * Sends again the commands in the journal that are not pending: after a start, those that the previous process left. Their correlation
     * IDs continue those of the earlier attempts. At most {@value #MAX_RESUMED} commands; call it again until there are none.
     *
     * @return one for each command, except those older than the receiver's retention, which the listener is called for
     * @throws io.counterfoil.retry.journal.JournalException when the journal cannot be read
     * @throws IllegalStateException when the caller has no journal, or is closed
     */
    public List<CommandAttempt> resume() {
        sender.requireOpen();
        List<CommandAttempt> resumed = new ArrayList<>();
        int room = Math.min(MAX_RESUMED, commands.room());
        for (LeftCommand left : room < 1 ? List.<LeftCommand>of() : journal.pending(room)) {
            resume(left).ifPresent(resumed::add);
        }
        return resumed;
    }

    private Optional<CommandAttempt> resume(LeftCommand left) {
        Command command = Command.of(left.first());
        if (isExpired(left.openedAt())) {
            within(left.first().correlationId(), command.idempotencyKey(), () -> {
                LOG.warn("{} was first sent at {}, too long ago to be sent again", command, left.openedAt());
                listener.expired(command, left.openedAt());
            });
            return Optional.empty();
        }
        Lineage lineage = Lineage.resumed(left.first().correlationId(), left.prefix(), random);
        PendingCommand fresh = pending(command, lineage, left.openedAt());
        CommandAttempt first = fresh.prepare();
        Optional<PendingCommand> known = commands.add(fresh);
        return known.isEmpty()
                ? Optional.of(sender.publish(first))
                : known.filter(PendingCommand::isOver).map(it -> sender.publish(commands.reopen(it)));
    }

    /**
     * Removes a command from the journal, so that it is not sent again. An attempt that was sent may still be executed. Its pending reply is
     * {@link CommandReply.Unanswered}; an outcome that arrives later is a late one.
     *
     * @param command the user action; nothing happens when it is not in the journal
     * @throws io.counterfoil.retry.journal.JournalException when the journal cannot forget it; it is not sent again by this caller
     */
    public void giveUp(Command command) {
        Optional<PendingCommand> known = commands.find(CommandId.of(command));
        known.ifPresent(pending -> sender.end(pending, "the call was abandoned"));
        journal.settle(command);
    }

    /**
     * {@return the receiver of outcomes, for a consumer of {@code event.outcome.#} that this caller alone has, because every caller must see the
     * outcomes of its commands} Rejects messages that are not envelopes, and accepts all others, including those for other callers.
     */
    public Receiver receiver() {
        return EnvelopeReceiver.of(envelope -> {
            if (envelope instanceof SignalOutcome outcome) {
                take(outcome);
            }
        });
    }

    /**
     * Processes an outcome, for applications with a receiver of their own.
     *
     * @param outcome of any command; those of other callers are ignored, except that the listener hears of commands that both have sent
     */
    public void take(SignalOutcome outcome) {
        Optional<PendingCommand> mine = Lineage.prefixOf(outcome.correlationId())
                .flatMap(commands::find)
                .filter(it -> it.command().idempotencyKey().equals(outcome.idempotencyKey())
                        && it.command().type().equals(outcome.type()));
        within(
                outcome.correlationId(),
                outcome.idempotencyKey(),
                () -> mine.ifPresentOrElse(
                        pending -> take(pending, outcome),
                        () -> commands.find(CommandId.of(outcome))
                                .ifPresent(pending -> sentElsewhere(pending, outcome.correlationId()))));
    }

    private void take(PendingCommand pending, SignalOutcome outcome) {
        outcome.replayOf()
                .filter(original -> !pending.lineage().has(original))
                .ifPresent(original -> sentElsewhere(pending, original));
        Command command = pending.command();
        TakenOutcome taken = pending.take(outcome);
        switch (taken.verdict()) {
            case ANSWER -> {
                LOG.debug("{} was answered: {}", command, outcome.status());
                settle(pending, outcome);
                taken.ended().ifPresent(round -> Sender.complete(round, new CommandReply.Answered(outcome)));
            }
            case LATE_ANSWER -> {
                LOG.info("{} was answered after the wait had ended: {}", command, outcome.status());
                settle(pending, outcome);
                listener.answeredLate(command, outcome);
            }
            case NOTED -> LOG.debug("An attempt of {} failed while a later one is in progress", command);
            case ANOTHER -> listener.anotherAnswer(command, outcome);
            case DUPLICATE -> listener.lateDuplicate(command, outcome);
        }
    }

    private void settle(PendingCommand pending, SignalOutcome outcome) {
        if (PendingCommand.isFinal(outcome)) {
            journal.answered(pending.command());
        } else {
            journal.stays(pending.command());
        }
        commands.ended(pending);
    }

    private void sentElsewhere(PendingCommand pending, CorrelationId attempt) {
        LOG.warn("{} was also sent by another caller, under the correlation id {}", pending.command(), attempt);
        listener.sentElsewhere(pending.command(), attempt);
    }

    private CommandAttempt begun(PendingCommand pending, CommandAttempt attempt) {
        try {
            journal.open(attempt.state().signal(), pending.lineage().prefix(), pending.openedAt());
        } catch (RuntimeException broken) {
            sender.fail(pending, broken);
            commands.unsent(pending);
            throw broken;
        }
        return sender.publish(attempt);
    }

    /** The attempts are used up, or the command was given up. */
    private void unanswered(PendingCommand pending) {
        journal.stays(pending.command());
        commands.ended(pending);
    }

    private PendingCommand pending(Command command, Lineage lineage, Instant openedAt) {
        return new PendingCommand(command, lineage, openedAt, origin, clock);
    }

    private boolean isExpired(Instant openedAt) {
        return retention
                .filter(kept -> !clock.instant().isBefore(openedAt.plus(kept)))
                .isPresent();
    }

    static void within(CorrelationId correlationId, RequestId key, Runnable work) {
        Correlation.Scope attempt = Correlation.open(correlationId);
        IdempotencyKeyScope action = IdempotencyKeyScope.open(key);
        try (attempt;
                action) {
            work.run();
        }
    }

    /**
     * Stops sending, and releases unanswered commands in the journal. Pending replies are {@link CommandReply.Unanswered}. A second call does
     * nothing.
     */
    @Override
    public void close() {
        sender.close(commands.open());
    }

    /** Puts a {@link Caller} together. Not thread-safe. */
    public static final class Builder {

        /**
         * 6 attempts within 5 minutes, each with a time-out of 30 s; pauses up to 100 ms, 200 ms and so on to 5 s; a receiver that remembers for a
         * day.
         */
        public static final RetryPolicy DEFAULT_POLICY = new RetryPolicy(
                6,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofMillis(100),
                Duration.ofSeconds(5),
                Retention.of(Duration.ofDays(1)));

        final Publisher publisher;
        String origin = "";
        Journal journal = new NoJournal("the caller has no journal: set one with Caller.Builder.journal");
        RetryPolicy policy = DEFAULT_POLICY;
        CallerLimits limits = CallerLimits.DEFAULT;
        CallerListener listener = CallerListener.NONE;
        InstantSource clock = Clock.systemUTC();
        RandomGenerator random = new SecureRandom();
        Optional<ScheduledExecutorService> timer = Optional.empty();

        Builder(Publisher publisher) {
            this.publisher = publisher;
        }

        /**
         * Sets the origin of the signals. Required.
         *
         * @param origin 1 to {@value Envelope#MAX_ORIGIN_LENGTH} visible characters of ASCII
         * @return this builder
         * @throws io.counterfoil.signals.envelope.InvalidEnvelopeException when it breaks the rules of the envelope
         */
        public Builder origin(String origin) {
            Envelope.requireOrigin(origin);
            this.origin = origin;
            return this;
        }

        /**
         * Sets where commands are kept until they are answered. None by default: they are kept in memory only.
         *
         * @param journal preferably one that only this caller uses
         * @return this builder
         */
        public Builder journal(Journal journal) {
            this.journal = journal;
            return this;
        }

        /**
         * Sets how often, for how long and at what intervals one command is sent: {@link #DEFAULT_POLICY} by default. An attempt that the broker did
         * not confirm, or that had no outcome within {@code attemptTimeout}, is followed by the next; a retryable failure is not: the application
         * decides.
         *
         * @param policy the attempts' number, time limit and pauses
         * @return this builder
         */
        public Builder policy(RetryPolicy policy) {
            this.policy = policy;
            return this;
        }

        /**
         * Sets how much is kept in memory: {@link CallerLimits#DEFAULT} by default.
         *
         * @param limits bounds of what waits and of what is remembered
         * @return this builder
         */
        public Builder limits(CallerLimits limits) {
            this.limits = limits;
            return this;
        }

        /**
         * Sets a listener to what a reply does not show, such as duplicates. None by default.
         *
         * @param listener must be thread-safe
         * @return this builder
         */
        public Builder listener(CallerListener listener) {
            this.listener = listener;
            return this;
        }

        /**
         * Sets the clock: the system's by default.
         *
         * @param clock gives the timestamps of signals and the age of commands
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = clock;
            return this;
        }

        /**
         * Sets the source of correlation IDs and pauses: a {@link SecureRandom} by default.
         *
         * @param random must be thread-safe
         * @return this builder
         */
        public Builder random(RandomGenerator random) {
            this.random = random;
            return this;
        }

        /**
         * Sets the timer of time-outs and pauses: a thread of the caller's own by default.
         *
         * @param timer the caller does not shut it down
         * @return this builder
         */
        public Builder timer(ScheduledExecutorService timer) {
            this.timer = Optional.of(timer);
            return this;
        }

        /**
         * {@return the caller, ready to send}
         *
         * @throws IllegalStateException when there is no origin, or when commands would be remembered for less than the policy's budget and its
         *     longest pause
         */
        public Caller build() {
            if (origin.isEmpty()) {
                throw new IllegalStateException("a caller needs an origin for its signals");
            }
            Duration window = policy.budget().plus(policy.maxBackoff());
            if (limits.rememberedFor().compareTo(window) < 0) {
                throw new IllegalStateException("CallerLimits.rememberedFor " + limits.rememberedFor()
                        + " must be at least the retry window of the policy, " + window + " (budget " + policy.budget()
                        + " and, for jitter, maxBackoff " + policy.maxBackoff()
                        + "): a later duplicate would not be recognised");
            }
            return new Caller(this);
        }

        /** A daemon thread; cancelled tasks are removed at once. */
        static ScheduledExecutorService ownTimer() {
            ScheduledThreadPoolExecutor timer =
                    new ScheduledThreadPoolExecutor(1, DaemonThreads.named("counterfoil-caller"));
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}
