package io.counterfoil.idempotency.maintenance;

import java.util.function.IntUnaryOperator;

/** Rows that a function removes. */
record NamedRows(String name, IntUnaryOperator removal) implements ExpiredRows {

    @Override
    public int remove(int limit) {
        return removal.applyAsInt(limit);
    }
}
