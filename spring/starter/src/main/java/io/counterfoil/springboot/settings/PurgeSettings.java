package io.counterfoil.springboot.settings;

import io.counterfoil.springboot.internal.SettingText;
import java.util.function.UnaryOperator;

/**
 * How expired records are removed, besides {@code counterfoil.purge.interval}; a bean of this type replaces {@link #DEFAULT}. An immutable value.
 *
 * @param batch maximum number of records that one transaction removes; a round continues until no expired record is left
 * @param creations how creations by a command are forgotten
 */
public record PurgeSettings(int batch, CreationRetention creations) {

    /** In batches of 1000. */
    public static final PurgeSettings DEFAULT = new PurgeSettings(1000, CreationRetention.DEFAULT);

    /** @throws IllegalArgumentException when the batch is not at least 1 */
    public PurgeSettings {
        SettingText.atLeast("batch of the PurgeSettings", 1, batch);
    }

    /** The same with batches of this size. */
    public PurgeSettings withBatch(int size) {
        return new PurgeSettings(size, creations);
    }

    /** The same with another retention of creations. */
    public PurgeSettings withCreations(UnaryOperator<CreationRetention> change) {
        return new PurgeSettings(batch, change.apply(creations));
    }
}
