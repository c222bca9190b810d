package io.counterfoil.springboot;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code application.yaml} can say under {@code counterfoil}; anything else there is a start-up failure.
 *
 * @param clientHeader the header field that names the client; requests without it share one anonymous scope (RQ-5)
 * @param keyRequired whether every guarded request must carry a key (RQ-2)
 * @param retention how long records are kept at the least (RQ-4)
 * @param anonymousRetention the same where no client is named (RQ-6)
 * @param waitLimit how long a duplicate waits for its original (RQ-12)
 * @param maxBody the longest body of a keyed request (RQ-15)
 * @param maxStored the longest response that is kept for duplicates (RQ-15)
 * @param createTable whether the table of records is made at start-up where it is missing
 * @param purge how expired records are removed (RQ-17)
 * @param ids how typed ids are kept (TI-6)
 */
@ConfigurationProperties(value = "counterfoil", ignoreUnknownFields = false)
public record CounterfoilProperties(
        @DefaultValue("X-Client-Name") String clientHeader,
        @DefaultValue("false") boolean keyRequired,
        @DefaultValue("1d") Duration retention,
        @DefaultValue("1h") Duration anonymousRetention,
        @DefaultValue("5s") Duration waitLimit,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue("1MB") DataSize maxStored,
        @DefaultValue("true") boolean createTable,
        @DefaultValue Purge purge,
        @DefaultValue Ids ids) {

    /**
     * How expired records are removed.
     *
     * @param interval how long to wait between two rounds
     * @param batch how many records one transaction removes at the most; a round goes on until none is left
     */
    public record Purge(
            @DefaultValue("1m") Duration interval,
            @DefaultValue("1000") int batch) {

        /** @throws IllegalArgumentException when the interval is not positive, or the batch not at least 1 */
        public Purge {
            if (interval.isZero() || interval.isNegative()) {
                throw new IllegalArgumentException("counterfoil.purge.interval must be positive, not " + interval);
            }
            if (batch < 1) {
                throw new IllegalArgumentException("counterfoil.purge.batch must be at least 1, not " + batch);
            }
        }
    }

    /**
     * How typed ids are kept.
     *
     * @param column what an entity of Spring Data JDBC keeps a typed id in; either kind is read
     */
    public record Ids(@DefaultValue("uuid") Column column) {

        /** The type of a column that holds typed ids. */
        public enum Column {
            /** The native type: 16 bytes, without the prefix. */
            UUID,
            /** The text with the prefix, for databases without that type, or with other readers. */
            TEXT
        }
    }
}
