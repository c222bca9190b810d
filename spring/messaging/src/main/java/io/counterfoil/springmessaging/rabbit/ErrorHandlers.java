package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.springmessaging.internal.FailedAttempt;
import io.counterfoil.springmessaging.internal.FailedProcessing;
import java.util.Optional;
import org.springframework.amqp.listener.ContainerUtils;
import org.springframework.amqp.listener.ListenerExecutionFailedException;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.AsyncConsumerStartedEvent;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.ErrorHandler;

/**
 * Has the error handler of each container, Spring's or the application's, run under the correlation ID of the processing that failed: the
 * container calls it after its advice has ended, on the same thread. What it does not end, of messages that take effect once, has {@linkplain
 * UsedUpMessages a limit}. Containers of listeners are reached before they start, those that are
 * registered later when their consumers start. Thread-safe.
 */
final class ErrorHandlers implements SmartLifecycle, ApplicationListener<AsyncConsumerStartedEvent> {

    private final ObjectProvider<RabbitListenerEndpointRegistry> registries;
    private final LimitedContainers limited;
    private final Optional<ListenerChecks> checks;
    private volatile boolean running;

    /** @param checks empty in an application without an inbox */
    ErrorHandlers(
            ObjectProvider<RabbitListenerEndpointRegistry> registries,
            LimitedContainers limited,
            Optional<ListenerChecks> checks) {
        this.registries = registries;
        this.limited = limited;
        this.checks = checks;
    }

    /** Wraps a container's error handler, once. */
    static void wrap(Object container, LimitedContainers limited) {
        if (container instanceof AbstractMessageListenerContainer one
                && !(one.getErrorHandler() instanceof Correlated)) {
            limited.add(one);
            one.setErrorHandler(new Correlated(one.getErrorHandler(), one, limited));
        }
    }

    @Override
    public void start() {
        running = true;
        for (RabbitListenerEndpointRegistry registry : registries) {
            registry.getListenerContainers().forEach(this::prepare);
        }
    }

    private void prepare(Object container) {
        wrap(container, limited);
        if (container instanceof AbstractMessageListenerContainer one) {
            checks.ifPresent(all -> all.check(one));
        }
    }

    @Override
    public void onApplicationEvent(AsyncConsumerStartedEvent started) {
        wrap(started.getSource(), limited);
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before every container. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    private record Correlated(
            ErrorHandler errors, AbstractMessageListenerContainer container, LimitedContainers limited)
            implements ErrorHandler {

        @Override
        public void handleError(Throwable failure) {
            FailedProcessing.report(failure, () -> handle(failure));
        }

        private void handle(Throwable failure) {
            Optional<FailedBatchException> batch = FailedBatchException.in(failure);
            if (batch.isPresent()) {
                throw batch.get().settle(decision(batch.get(), failure));
            }
            handleMessage(failure);
        }

        /** About the failed message of a batch, as if it had been delivered alone. */
        private Throwable decision(FailedBatchException batch, Throwable failure) {
            Throwable cause = batch.getCause();
            Throwable alone = failure.getCause() == batch && cause != null
                    ? new ListenerExecutionFailedException(String.valueOf(failure.getMessage()), cause, batch.failed())
                    : failure;
            try {
                handleMessage(alone);
                return alone;
            } catch (RuntimeException decided) {
                return decided;
            }
        }

        private void handleMessage(Throwable failure) {
            Optional<FailedAttempt> attempt = FailedProcessing.attempt().filter(any -> limited.limits(container));
            try {
                errors.handleError(failure);
            } catch (RuntimeException decided) {
                attempt.ifPresent(one -> settle(one, decided));
                throw decided;
            }
            attempt.ifPresent(one -> settle(one, failure));
        }

        private void settle(FailedAttempt attempt, Throwable failure) {
            if (ContainerUtils.isAmqpReject(failure) || ContainerUtils.isImmediateAcknowledge(failure)) {
                // The application's retries or its error handler have ended it.
                attempt.redeliveries().ended(attempt.key());
            } else {
                throw limited.usedUp().settle(container.getConnectionFactory(), attempt, failure);
            }
        }
    }
}
