package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.springmessaging.internal.FailedProcessing;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.AsyncConsumerStartedEvent;
import org.springframework.amqp.rabbit.listener.RabbitListenerEndpointRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.ErrorHandler;

/**
 * Has the error handler of each container, Spring's or the application's, run under the correlation ID of the processing that failed: the
 * container calls it after its advice has ended, on the same thread. Containers of listeners are reached before they start, those that are
 * registered later when their consumers start. Thread-safe.
 */
final class ErrorHandlers implements SmartLifecycle, ApplicationListener<AsyncConsumerStartedEvent> {

    private final ObjectProvider<RabbitListenerEndpointRegistry> registries;
    private volatile boolean running;

    ErrorHandlers(ObjectProvider<RabbitListenerEndpointRegistry> registries) {
        this.registries = registries;
    }

    /** Wraps a container's error handler, once. */
    static void wrap(Object container) {
        if (container instanceof AbstractMessageListenerContainer one
                && !(one.getErrorHandler() instanceof Correlated)) {
            one.setErrorHandler(new Correlated(one.getErrorHandler()));
        }
    }

    @Override
    public void start() {
        running = true;
        for (RabbitListenerEndpointRegistry registry : registries) {
            registry.getListenerContainers().forEach(ErrorHandlers::wrap);
        }
    }

    @Override
    public void onApplicationEvent(AsyncConsumerStartedEvent started) {
        wrap(started.getSource());
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

    private record Correlated(ErrorHandler errors) implements ErrorHandler {

        @Override
        public void handleError(Throwable failure) {
            FailedProcessing.report(failure, () -> errors.handleError(failure));
        }
    }
}
