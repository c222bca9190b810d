package io.counterfoil.idempotency.maintenance;

import io.counterfoil.idempotency.store.RecordStore;
import java.util.function.IntUnaryOperator;

/**
 * Rows that are removed after their retention: records, finished operations, and what else grows. A {@link Purge} removes them.
 * Implementations are thread-safe.
 */
public interface ExpiredRows {

    /** {@return what the rows are, in the plural and in lower case, for log lines and for a tag of metrics: {@code records}} */
    String name();

    /**
     * Removes a batch, in a short transaction, and never what is in progress or has an unknown outcome. Rows that other transactions have
     * locked are passed over, so that several processes can remove at once and requests do not wait.
     *
     * @param limit the maximum number of rows, at least 1
     * @return how many were removed; fewer than the limit when no more can be removed now
     * @throws RuntimeException when the database is unreachable or refuses; the transaction was rolled back
     */
    int remove(int limit);

    /**
     * Names rows that a function removes.
     *
     * @param name what the rows are, in the plural and in lower case
     * @param removal removes a batch as {@link #remove} does: given the maximum number, returns how many were removed
     * @return the rows
     */
    static ExpiredRows of(String name, IntUnaryOperator removal) {
        return new NamedRows(name, removal);
    }

    /**
     * {@return the expired records of a store, under the name {@code records}}
     *
     * @param records removes its expired records
     */
    static ExpiredRows of(RecordStore records) {
        return of("records", records::purge);
    }
}
