package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Postings to one ledger by two services at once, each request sent to both: the database alone keeps them apart. */
@Timeout(300)
@Tag("LG-3")
@Tag("LG-6")
class ConcurrentPostingsTest {

    private static final int ROUNDS = 12;
    private static final int KEYS = 16;

    private static final List<RunningService> SERVICES = new ArrayList<>();

    @BeforeAll
    static void start() {
        Database database = TestPostgres.freshDatabase();
        for (int i = 0; i < 2; i++) {
            SERVICES.add(RunningService.on(
                    database,
                    "counterfoil.limits.wait-time=10m",
                    "spring.datasource.hikari.connection-init-sql=SET lock_timeout = '10min'"));
        }
    }

    @AfterAll
    static void stop() {
        SERVICES.forEach(RunningService::close);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void postingsAtOnce_areOneForAKey_withoutGapsAndOverdraft(boolean sharedKeys) {
        Api api = new Api(SERVICES.get(0).uri());
        for (int round = 0; round < ROUNDS; round++) {
            String ledger = api.post(
                            "/v1/ledgers",
                            "idempotency_key",
                            Api.fresh(),
                            "unit",
                            "seats",
                            "initial_deposit",
                            KEYS,
                            "shared_keys",
                            sharedKeys)
                    .created()
                    .id();
            Map<String, List<CompletableFuture<Reply>>> replies = new HashMap<>();
            for (int i = 0; i < KEYS; i++) {
                String key = Api.fresh();
                Call call = api.transaction(ledger, key, i % 4 == 0 ? 1 : -3);
                replies.put(
                        key,
                        SERVICES.stream()
                                .map(service -> call.to(service.uri()).sendAsync())
                                .toList());
            }
            replies.forEach(ConcurrentPostingsTest::isOneTransactionOrRefused);
            isWhole(api, ledger);
        }
    }

    /** A duplicate of a refused request may be granted: a deposit has come in between. */
    private static void isOneTransactionOrRefused(String key, List<CompletableFuture<Reply>> replies) {
        List<Reply> granted = replies.stream()
                .map(CompletableFuture::join)
                .filter(reply -> reply.status() != 422)
                .toList();
        assertThat(granted).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(201));
        assertThat(granted.stream().map(Reply::id).distinct().toList()).hasSizeLessThanOrEqualTo(1);
        assertThat(granted.stream()
                        .filter(reply -> reply.header("Idempotency-Replayed").equals("false")))
                .hasSize(granted.isEmpty() ? 0 : 1);
    }

    private static void isWhole(Api api, String ledger) {
        List<JsonNode> entries = api.entries(ledger, 1000);
        assertThat(entries.stream().map(entry -> entry.get("idempotency_key").stringValue()))
                .doesNotHaveDuplicates();
        assertThat(entries.stream().map(entry -> entry.get("running_balance").longValue()))
                .allMatch(balance -> balance >= 0);
        long sum = entries.stream()
                .mapToLong(entry -> entry.get("quantity").longValue())
                .sum();
        assertThat(api.balance(ledger)).isEqualTo(sum);
        assertThat(SERVICES.get(0)
                        .sql()
                        .sql("""
                        SELECT t.ordinal FROM ledger_transaction t JOIN ledger l ON l.pk = t.ledger_pk WHERE l.id = ?
                         ORDER BY t.ordinal""")
                        .param(LedgerId.TYPE.parse(ledger).value())
                        .query(Long.class)
                        .list())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, entries.size()).boxed().toList());
    }
}
