package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.settings.CreationRetention;
import java.util.ArrayList;
import java.util.List;

/**
 * Creations that are forgotten by age and by number. Thread-safe.
 *
 * @param limits those beyond each of the limits
 */
record ExpiredCreations(List<ExpiredRows> limits) implements ExpiredRows {

    static ExpiredCreations of(CreationIdentifiers creations, Transactions transactions, CreationRetention retention) {
        List<ExpiredRows> limits = new ArrayList<>();
        retention.maxAge().duration().ifPresent(age -> limits.add(creations.expired(transactions, age)));
        retention.maxNumber().ifPresent(keep -> limits.add(creations.expired(transactions, keep)));
        retention
                .maxNumberOf()
                .forEach((name, keep) ->
                        limits.add(creations.command(name, UuidV4.shared()).expired(transactions, keep)));
        return new ExpiredCreations(List.copyOf(limits));
    }

    @Override
    public String name() {
        return "creations";
    }

    @Override
    public int remove(int limit) {
        int left = limit;
        for (ExpiredRows beyond : limits) {
            if (left > 0) {
                left -= beyond.remove(left);
            }
        }
        return limit - left;
    }
}
