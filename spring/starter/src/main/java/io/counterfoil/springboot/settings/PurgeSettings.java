package io.counterfoil.springboot.settings;

import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * How expired rows are removed, besides {@code counterfoil.purge.interval}; a bean of this type replaces {@link #DEFAULT}. An immutable value.
 *
 * @param batch maximum number of rows that one transaction removes; a round continues until no expired row is left
 * @param creations how creations by a command are forgotten, where the application has a {@code CreationIdentifiers} bean
 * @param operations how long an operation is kept after its end, where the application has an {@code Operations} bean
 * @param batches how long a batch is kept after it was opened, where the application has a {@code Batches} bean
 * @param failedMessages how long a failed message or a dead letter is listed after its last failed attempt or its rejection, with {@code
 *     counterfoil-spring-messaging}; dead letters stay at the broker
 */
public record PurgeSettings(
        int batch, CreationRetention creations, Retention operations, Retention batches, Retention failedMessages) {

    /** In batches of 1000; operations and failed messages for 30 days, batches for 90 days. */
    public static final PurgeSettings DEFAULT = new PurgeSettings(
            1000,
            CreationRetention.DEFAULT,
            Retention.of(Duration.ofDays(30)),
            Retention.of(Duration.ofDays(90)),
            Retention.of(Duration.ofDays(30)));

    /** @throws IllegalArgumentException when the batch is not at least 1 */
    public PurgeSettings {
        SettingText.atLeast("batch of the PurgeSettings", 1, batch);
    }

    /** The same with batches of this size. */
    public PurgeSettings withBatch(int size) {
        return new PurgeSettings(size, creations, operations, batches, failedMessages);
    }

    /** The same with another retention of creations. */
    public PurgeSettings withCreations(UnaryOperator<CreationRetention> change) {
        return new PurgeSettings(batch, change.apply(creations), operations, batches, failedMessages);
    }

    /** The same with another retention of operations. */
    public PurgeSettings withOperations(Retention retention) {
        return new PurgeSettings(batch, creations, retention, batches, failedMessages);
    }

    /** The same with another retention of batches. */
    public PurgeSettings withBatches(Retention retention) {
        return new PurgeSettings(batch, creations, operations, retention, failedMessages);
    }

    /** The same with another retention of failed messages and dead letters in their list. */
    public PurgeSettings withFailedMessages(Retention retention) {
        return new PurgeSettings(batch, creations, operations, batches, retention);
    }
}
