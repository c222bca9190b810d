package io.counterfoil.operations;

import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.jdbc.DataSourceTransactions;
import io.counterfoil.jdbc.Transactions;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.time.Clock;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** Describes {@link Operations}. Not thread-safe. */
public final class OperationsBuilder {

    final DataSource dataSource;
    final SqlDialect dialect;
    final Map<String, Work> works = new HashMap<>();
    Transactions transactions;
    OperationSettings settings = OperationSettings.DEFAULT;
    InstantSource clock = Clock.systemUTC();
    Optional<Callbacks> callbacks = Optional.empty();
    CallbackSecrets secrets = namespace -> List.of();

    OperationsBuilder(DataSource dataSource, SqlDialect dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.transactions = new DataSourceTransactions(dataSource);
    }

    /**
     * Executes the operations of this kind.
     *
     * @throws IllegalArgumentException when it is no kind, or has its work already
     */
    public OperationsBuilder work(String kind, Work work) {
        if (works.putIfAbsent(Texts.kind(kind), work) != null) {
            throw new IllegalArgumentException("the kind " + kind + " has its work already");
        }
        return this;
    }

    /** Makes the callbacks of operations by these, which stay the caller's to close, signed under these secrets. */
    public OperationsBuilder callbacks(Callbacks via, CallbackSecrets under) {
        callbacks = Optional.of(via);
        secrets = under;
        return this;
    }

    /**
     * Makes each step in a transaction of these rather than in one of the data source's: those of a framework, which a step's own parts
     * join. They must lead to the same database.
     */
    public OperationsBuilder transactions(Transactions others) {
        transactions = others;
        return this;
    }

    /** With other settings. */
    public OperationsBuilder with(OperationSettings others) {
        settings = others;
        return this;
    }

    /** By another clock: what is due when, and the times of operations. */
    public OperationsBuilder timedBy(InstantSource other) {
        clock = other;
        return this;
    }

    /** The operations; nothing is executed before {@link Operations#start}. */
    public Operations build() {
        return new Operations(this);
    }
}
