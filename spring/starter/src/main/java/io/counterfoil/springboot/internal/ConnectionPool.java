package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * The pool that handlers and records take their connections from. A keyed request in transactional mode holds a connection from its claim to
 * its commit, so one client that may hold all of them keeps every other request waiting.
 *
 * @param size how many connections it has at the most; empty where that is unknown
 */
public record ConnectionPool(OptionalInt size) {

    private static final Logger log = LoggerFactory.getLogger(ConnectionPool.class);

    private static final int OPEN_WHERE_SIZE_IS_UNKNOWN = 100;

    /** How many requests of one client may be in progress by default: one connection is left to others. */
    public static int inProgressPerClient(OptionalInt connections) {
        return connections.isEmpty() ? OPEN_WHERE_SIZE_IS_UNKNOWN : Math.max(1, connections.getAsInt() - 1);
    }

    /**
     * The pool of a data source.
     *
     * @param providers of the kinds of pools that Spring Boot knows
     */
    public static ConnectionPool of(DataSource dataSource, Stream<DataSourcePoolMetadataProvider> providers) {
        return new ConnectionPool(providers
                .flatMap(provider -> Stream.ofNullable(provider.getDataSourcePoolMetadata(dataSource)))
                .map(DataSourcePoolMetadata::getMax)
                .flatMapToInt(max -> max == null || max < 1 ? IntStream.empty() : IntStream.of(max))
                .findFirst());
    }

    /** Logs a warning where one client may hold all connections. */
    public void compareWith(IdempotencyPolicy policy) {
        OptionalInt open = policy.limits().inProgressPerClient();
        if (size.isPresent() && (open.isEmpty() || open.getAsInt() >= size.getAsInt())) {
            log.warn(
                    "One client can hold every connection of the pool: counterfoil.max-in-progress-per-client must be below the pool's size"
                            + " [max_in_progress_per_client={}] [pool_size={}]",
                    open.isPresent() ? open.getAsInt() : "unlimited",
                    size.getAsInt());
        }
    }
}
