package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.LimitingClaimStore;
import io.counterfoil.idempotency.store.RetainedRecord;
import io.counterfoil.idempotency.store.UnitOfWork;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.springboot.internal.SeveralDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;

/**
 * Records behind a data source that routes, such as one with a database for each tenant. A request claims in the database that its thread is routed
 * to. What runs on threads of the starter's, without a route, is done in each of the databases. Thread-safe.
 *
 * @param routed the store of the request's thread
 * @param databases a store for each database, none of them routed
 */
record RoutedClaimStore(JdbcClaimStore routed, List<JdbcClaimStore> databases)
        implements LimitingClaimStore, SeveralDatabases {

    RoutedClaimStore(JdbcClaimStore routed, Iterable<DataSource> databases) {
        this(routed, stores(databases));
    }

    private static List<JdbcClaimStore> stores(Iterable<DataSource> databases) {
        return StreamSupport.stream(databases.spliterator(), false)
                .map(JdbcClaimStore::on)
                .toList();
    }

    @Override
    public <T, X extends Exception> T within(UnitOfWork<T, X> work) throws X {
        return routed.within(work);
    }

    @Override
    public <T, X extends Exception> T within(Duration limit, UnitOfWork<T, X> work) throws X {
        return routed.within(limit, work);
    }

    @Override
    public boolean joins() {
        return routed.joins();
    }

    @Override
    public boolean isConflict(Throwable failure) {
        return routed.isConflict(failure);
    }

    @Override
    public Optional<IdempotencyRecord> find(IdempotencyKey key) {
        return routed.find(key);
    }

    @Override
    public Optional<RetainedRecord> findRetained(IdempotencyKey key) {
        return routed.findRetained(key);
    }

    /** A key is counted where it has a record. */
    @Override
    public void count(Map<IdempotencyKey, Long> requests) {
        databases.forEach(database -> database.count(requests));
    }

    @Override
    public List<RecordDirectory> directories() {
        return List.copyOf(databases);
    }

    /** As many at most in each of the databases. */
    @Override
    public int purge(int limit) {
        return databases.stream().mapToInt(database -> database.purge(limit)).sum();
    }
}
