package io.counterfoil.benchmarks.outbox;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.engine.Database;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxRelay;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counterfoil's outbox with one relay, under its defaults. */
final class Ours implements Contestant {

    private final HikariDataSource pool;
    private final DataSourceTransactions transactions;
    private final JdbcOutbox outbox;
    private final AtomicLong handled = new AtomicLong();
    private volatile @Nullable OutboxRelay relay;

    Ours(HikariDataSource pool) throws SQLException {
        this.pool = pool;
        this.transactions = new DataSourceTransactions(pool);
        this.outbox = JdbcOutbox.of(transactions);
        Database.run(pool, List.of(JdbcOutbox.SCHEMA.script(Dialects.POSTGRESQL)));
    }

    @Override
    public String name() {
        return "**ours, `JdbcOutbox` and `OutboxRelay`**";
    }

    @Override
    public void write(int events) {
        transactions.<Integer, RuntimeException>run(transaction -> {
            String key = "";
            for (int i = 0; i < events; i++) {
                key = i % OutboxCommand.OF_ONE_KEY == 0 ? UuidV7.next().toString() : key;
                outbox.add(Message.of("payments", OutboxCommand.TEXT)
                        .withKey(key)
                        .withId(UuidV7.next().toString()));
            }
            return events;
        });
        OutboxRelay running = relay;
        if (running != null) {
            running.wake();
        }
    }

    @Override
    public void start() {
        relay = OutboxRelay.start(outbox, message -> {
            handled.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public void stop() {
        requireNonNull(relay, "started before").close();
        relay = null;
    }

    @Override
    public long handled() {
        return handled.get();
    }

    @Override
    public void close() {
        if (relay != null) {
            stop();
        }
        pool.close();
    }
}
