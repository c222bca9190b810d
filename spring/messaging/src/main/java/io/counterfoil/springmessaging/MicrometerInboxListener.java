package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.InboxListener;
import io.counterfoil.messaging.inbox.MessageKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what becomes of messages. Every meter is there from the start, at zero; none has a tag. Thread-safe. */
final class MicrometerInboxListener implements InboxListener {

    private static final String PREFIX = "counterfoil.messages.";

    private final Counter executions;
    private final Counter duplicates;
    private final Counter failures;
    private final Counter deadLetters;

    MicrometerInboxListener(MeterRegistry registry) {
        this.executions = counter(registry, "executions", "Messages whose work ran and was committed");
        this.duplicates = counter(registry, "duplicates", "Messages that had been processed before");
        this.failures = counter(registry, "attempts.failed", "Failed attempts of messages");
        this.deadLetters =
                counter(registry, "dead.letters", "Messages that had used up their attempts and were rejected");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(PREFIX + name).description(description).register(registry);
    }

    @Override
    public void processed(MessageKey key) {
        executions.increment();
    }

    @Override
    public void duplicate(MessageKey key) {
        duplicates.increment();
    }

    @Override
    public void failed(MessageKey key, int attempt, int maxAttempts, Throwable failure) {
        failures.increment();
    }

    @Override
    public void rejected(MessageKey key, String reason) {
        deadLetters.increment();
    }
}
