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

    /**
     * Checks the batch.
     *
     * @param batch at least 1
     * @param creations how creations are forgotten
     * @param operations how long ended operations are kept
     * @param batches how long batches are kept
     * @param failedMessages how long failed messages are listed
     * @throws IllegalArgumentException when the batch is less than 1
     */
    public PurgeSettings {
        SettingText.atLeast("batch of the PurgeSettings", 1, batch);
    }

    /**
     * {@return these settings with another size of batches}
     *
     * @param size how many rows one transaction removes, at least 1
     * @throws IllegalArgumentException when it is less than 1
     */
    public PurgeSettings withBatch(int size) {
        return new PurgeSettings(size, creations, operations, batches, failedMessages);
    }

    /**
     * {@return these settings with another retention of creations}
     *
     * @param change makes the new retention from the present one
     */
    public PurgeSettings withCreations(UnaryOperator<CreationRetention> change) {
        return new PurgeSettings(batch, change.apply(creations), operations, batches, failedMessages);
    }

    /**
     * {@return these settings with another retention of operations}
     *
     * @param retention how long an operation is kept after its end
     */
    public PurgeSettings withOperations(Retention retention) {
        return new PurgeSettings(batch, creations, retention, batches, failedMessages);
    }

    /**
     * {@return these settings with another retention of batches}
     *
     * @param retention how long a batch is kept after it was opened
     */
    public PurgeSettings withBatches(Retention retention) {
        return new PurgeSettings(batch, creations, operations, retention, failedMessages);
    }

    /**
     * {@return these settings with another retention of failed messages and dead letters in their list}
     *
     * @param retention how long one is listed after its last failed attempt or its rejection
     */
    public PurgeSettings withFailedMessages(Retention retention) {
        return new PurgeSettings(batch, creations, operations, batches, retention);
    }
}
