package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fifty requests under one key at once: five times as many as the pool has connections. */
@Timeout(300)
@Tag("RQ-12")
class ManyDuplicatesTest {

    private static final int DUPLICATES = 49;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("LG-6")
    void fiftyUnderOneDataKey_haveOneEffectAndStarveNoOtherKey() throws SQLException {
        fifty(call -> call);
    }

    @Test
    @Tag("LG-5")
    @Tag("RQ-7")
    @Tag("RQ-9")
    void fiftyUnderOneHeaderKey_haveOneEffectAndStarveNoOtherKey() throws SQLException {
        String key = Api.fresh();

        List<Reply> duplicates = fifty(call -> call.key(key));

        // What is being written just then may be missing.
        assertThat(duplicates)
                .extracting(reply -> Integer.valueOf(reply.header("Idempotency-Request-Count")))
                .allSatisfy(count -> assertThat(count).isBetween(2, DUPLICATES + 1));
        SERVICE.awaitRequestCount(key, DUPLICATES + 1);
    }

    private List<Reply> fifty(UnaryOperator<Call> keyed) throws SQLException {
        String ledger = api.ledger(10);
        String another = api.ledger(10);
        String dataKey = Api.fresh();
        CompletableFuture<Reply> original;
        List<CompletableFuture<Reply>> duplicates = new ArrayList<>();
        try (HeldLedger held = new HeldLedger(SERVICE, ledger)) {
            original = keyed.apply(api.transaction(ledger, dataKey, -10)).sendAsync();
            held.awaitBlocked(1);
            for (int i = 0; i < DUPLICATES; i++) {
                duplicates.add(
                        keyed.apply(api.transaction(ledger, dataKey, -10)).sendAsync());
            }
            HeldLedger.awaitWaiting(DUPLICATES);

            // The original holds one connection of ten; a pool held by waiters would answer this with 503 in time.
            api.transaction(another, Api.fresh(), -10).created().isOriginal();

            assertThat(held.blocked()).isEqualTo(1);
            assertThat(original).isNotDone();
            assertThat(duplicates).noneMatch(CompletableFuture::isDone);
        }
        Reply first = original.join().isOriginal();
        assertThat(first.status()).isEqualTo(201);
        List<Reply> replies = duplicates.stream()
                .map(CompletableFuture::join)
                .map(Reply::isReplayed)
                .toList();
        assertThat(replies).allSatisfy(reply -> {
            assertThat(reply.status()).isEqualTo(201);
            assertThat(reply.bytes()).isEqualTo(first.bytes());
        });
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 100)).hasSize(2);
        return replies;
    }

    @Test
    @Tag("LG-3")
    void fiftyOpeningsUnderOneKey_makeOneLedger() {
        String key = Api.fresh();
        List<CompletableFuture<Reply>> openings = new ArrayList<>();
        for (int i = 0; i <= DUPLICATES; i++) {
            openings.add(api.post("/v1/ledgers", "idempotency_key", key, "unit", "seats", "initial_deposit", 5)
                    .sendAsync());
        }

        List<Reply> replies = openings.stream().map(CompletableFuture::join).toList();

        assertThat(replies).extracting(Reply::status).containsOnly(201);
        assertThat(replies).extracting(Reply::text).containsOnly(replies.get(0).text());
        assertThat(replies)
                .filteredOn(reply -> reply.header("Idempotency-Replayed").equals("false"))
                .hasSize(1);
        assertThat(api.entries(replies.get(0).id(), 100)).hasSize(1);
    }
}
