package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.time.ManualScheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replays from memory beside a database. */
@Timeout(240)
class ReplaysFromMemoryTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final KeyedRequest request = request(freshKey(), "contents");
    private final List<Object> hits = new CopyOnWriteArrayList<>();

    private static DataSource database(Engine engine) {
        DataSource database = engine.freshDatabase();
        JdbcSchema.create(database);
        return database;
    }

    private Idempotency cached(Idempotency engine) {
        return engine.toBuilder().replayCache(1 << 20, MINUTE).build().with(event -> {
            if (event instanceof IdempotencyEvent.ReplayCacheHit) {
                hits.add(event);
            }
        });
    }

    private static Action<String, RuntimeException> work(String result) {
        return execution -> Completion.remember(result);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "H2"})
    @Tag("RQ-7")
    void recordThatWasRead_isReplayedFromMemory_inBothModes(Engine engine) {
        DataSource database = database(engine);
        List<Idempotency> modes = List.of(
                cached(Idempotency.on(JdbcClaimStore.on(database))),
                cached(Idempotency.on(new JdbcLeaseStore(database), LeasePolicy.DEFAULT)));

        for (Idempotency mode : modes) {
            hits.clear();
            mode.execute(request, TEXT, work("once"));
            for (int i = 0; i < 3; i++) {
                assertThat(mode.execute(request, TEXT, work("twice"))).isInstanceOf(Outcome.Replayed.class);
            }
            assertThat(hits)
                    .contains(new IdempotencyEvent.ReplayCacheHit(request))
                    .hasSizeBetween(1, 2);
        }
    }

    /** The database's clock says when a record expires: it is made to say so by a row that is made older. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "H2"})
    @Tag("RQ-4")
    void recordThatHasExpired_isReadEachTime_andGoneOnceItIsPurged(Engine engine) {
        DataSource database = database(engine);
        JdbcClaimStore store = JdbcClaimStore.on(database);
        Idempotency cached = cached(
                        Idempotency.builder(store).timer(new ManualScheduler()).build())
                .with(IdempotencyPolicy.DEFAULT.withRetention(
                        records -> records.withNamed(Retention.of(Duration.ofHours(1)))));
        cached.execute(request, TEXT, work("once"));
        TestDatabases.letTimePass(database, Duration.ofHours(1));

        for (int i = 0; i < 3; i++) {
            assertThat(cached.execute(request, TEXT, work("twice"))).isInstanceOf(Outcome.Replayed.class);
        }
        assertThat(hits).isEmpty();
        assertThat(store.purge(10)).isOne();

        assertThat(cached.execute(request, TEXT, work("again"))).isInstanceOf(Outcome.Executed.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "H2"})
    @Tag("RQ-13")
    void recordOfATransactionThatIsRolledBack_isNotReplayed(Engine engine) {
        DataSourceTransactions transactions = new DataSourceTransactions(database(engine));
        Idempotency cached = cached(Idempotency.on(new JdbcClaimStore(transactions)));

        transactions.run(transaction -> {
            cached.execute(request, TEXT, work("undone"));
            assertThat(cached.find(request.key())).isPresent();
            transaction.setRollbackOnly();
            return true;
        });

        assertThat(cached.execute(request, TEXT, work("again")))
                .isEqualTo(new Outcome.Executed<>("again", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
    }
}
