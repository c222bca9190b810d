package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.time.ManualScheduler;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pool of one connection: whatever a thread does inside a unit must not need a second one. */
@Timeout(240)
@ResourceLock(TestDatabases.LOCK)
class SmallPoolTest {

    private Optional<HikariDataSource> opened = Optional.empty();

    private HikariDataSource poolOfOne(Engine engine) {
        HikariDataSource pool = TestDatabases.pool(engine, 1, config -> config.setConnectionTimeout(20_000));
        opened = Optional.of(pool);
        return pool;
    }

    @AfterEach
    void close() {
        opened.ifPresent(HikariDataSource::close);
    }

    @ParameterizedTest
    @MethodSource("io.counterfoil.jdbc.Engine#tested")
    @Tag("RQ-12")
    void everything_worksOnOneConnection(Engine engine) {
        JdbcClaimStore store = JdbcClaimStore.on(poolOfOne(engine));
        Idempotency idempotency = Idempotency.on(store)
                .with(IdempotencyPolicy.DEFAULT.withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT)));
        KeyedRequest request = request(freshKey(), "contents");

        Outcome<String> first = idempotency.execute(request, TEXT, execution -> Completion.remember("answer"));
        Outcome<String> second = idempotency.execute(request, TEXT, execution -> Completion.remember("twice"));

        assertThat(first).isInstanceOf(Outcome.Executed.class);
        assertThat(second).isInstanceOf(Outcome.Replayed.class);
        assertThat(store.find(request.key())).isPresent();
        assertThat(store.purge(10)).isZero();
    }

    @ParameterizedTest
    @MethodSource("io.counterfoil.jdbc.Engine#tested")
    @Tag("RQ-12")
    @Tag("LG-5")
    void everything_worksInsideAUnit_onItsConnection(Engine engine) {
        JdbcClaimStore store = JdbcClaimStore.on(poolOfOne(engine));
        Idempotency idempotency =
                Idempotency.builder(store).timer(new ManualScheduler()).build();
        DataKeys keys = new DataKeys(store, IdempotencyPolicy.DEFAULT);
        KeyedRequest kept = request(freshKey(), "contents");
        idempotency.execute(kept, TEXT, execution -> Completion.remember("answer"));

        Outcome<String> outcome = idempotency.execute(request(freshKey(), "contents"), TEXT, execution -> {
            assertThat(store.find(kept.key())).isPresent();
            store.count(Map.of(kept.key(), 3L));
            assertThat(store.purge(10)).isZero();
            assertThat(idempotency.execute(kept, TEXT, unreached -> Completion.remember("twice")))
                    .isInstanceOf(Outcome.Replayed.class);
            assertThat(idempotency.execute(
                            request(freshKey(), "contents"), TEXT, inner -> Completion.remember("inner")))
                    .isInstanceOf(Outcome.Executed.class);
            DataKey key = new DataKey("thing", "parent", freshKey().requestId());
            return Completion.remember(
                    keys.createOnce(key, Optional::empty, () -> "made").value());
        });

        assertThat(outcome)
                .isEqualTo(new Outcome.Executed<>("made", Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION));
        assertThat(store.find(kept.key()).orElseThrow().requestCount()).isEqualTo(4);
    }
}
