package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.samples.controlplane.SwarmCommand;
import io.counterfoil.samples.controlplane.SwarmId;
import io.counterfoil.signals.caller.Caller;
import io.counterfoil.signals.caller.Command;
import io.counterfoil.signals.caller.CommandAttempt;
import io.counterfoil.signals.caller.CommandConflictException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Sends commands by the library's {@link Caller}. Thread-safe. */
@Component
class Dispatcher {

    /**
     * One attempt each: the broker keeps what it has confirmed, and whether to try once more is the user's to say.
     * While the controllers retain the record, an attempt is recognized as a duplicate of its command.
     */
    static final RetryPolicy POLICY = new RetryPolicy(
            1,
            Duration.ofMinutes(15),
            Duration.ofMinutes(15),
            Duration.ZERO,
            Duration.ZERO,
            Retention.of(Duration.ofDays(30)));

    /** Longer than the publisher waits for a confirm, so that what has failed is not sent later. */
    private static final Duration BEYOND_THE_PUBLISHER = Duration.ofSeconds(1);

    private final Caller caller;
    private final Duration limit;

    /**
     * @param confirmLimit how long the publisher waits; with a second more, it is less than the database lets a statement wait for a lock:
     *     what the command has reserved is held meanwhile
     */
    Dispatcher(Caller caller, @Value(OrchestratorConfiguration.CONFIRM_LIMIT) Duration confirmLimit) {
        this.caller = caller;
        this.limit = confirmLimit.plus(BEYOND_THE_PUBLISHER);
    }

    /**
     * Sends one more attempt, under a correlation ID of its own; returns when the broker has confirmed it.
     *
     * @throws DispatchFailedException when it did not; the command is not sent again unless requested
     * @throws RefusedException when another command was sent under its swarm, action and key
     */
    CorrelationId send(SwarmCommand wanted) {
        Command command = new Command(wanted.action().type(), wanted.scope(), wanted.key(), wanted.data());
        try {
            CommandAttempt attempt = caller.retry(command);
            attempt.confirmed().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return attempt.correlationId();
        } catch (CommandConflictException conflict) {
            throw new RefusedException(RefusedException.Reason.OTHER_DATA);
        } catch (ExecutionException | TimeoutException failure) {
            caller.giveUp(command);
            throw new DispatchFailedException("the broker did not confirm the command", failure);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            caller.giveUp(command);
            throw new CancellationException("interrupted while a command was being dispatched");
        }
    }

    /** Sends again what an earlier process has sent and has not heard the end of. */
    void resume(BiConsumer<SwarmCommand, CorrelationId> sent) {
        for (CommandAttempt attempt : caller.resume()) {
            Command command = attempt.command();
            Optional<SwarmAction> action = SwarmAction.ofType(command.type());
            action.ifPresent(known -> sent.accept(
                    new SwarmCommand(
                            new SwarmId(command.scope().swarmId()), known, command.idempotencyKey(), command.data()),
                    attempt.correlationId()));
        }
    }
}
