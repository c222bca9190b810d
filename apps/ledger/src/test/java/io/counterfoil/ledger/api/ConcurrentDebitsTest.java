package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

@Timeout(300)
@Tag("LG-6")
class ConcurrentDebitsTest {

    private static final int ROUNDS = 60;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    void twoDebitsAtOnce_thatTheBalanceCannotBothBear_leaveOneRefused() {
        for (int round = 0; round < ROUNDS; round++) {
            String ledger = api.ledger(10);
            // The first to be sent changes from round to round.
            long first = round % 2 == 0 ? -7 : -5;
            CompletableFuture<Reply> one =
                    api.transaction(ledger, Api.fresh(), first).sendAsync();
            CompletableFuture<Reply> other =
                    api.transaction(ledger, Api.fresh(), -12 - first).sendAsync();

            Reply a = one.join();
            Reply b = other.join();
            boolean firstWon = a.status() == 201;
            assertThat((firstWon ? a : b).status()).isEqualTo(201);
            (firstWon ? b : a).isProblem(422, "ledger:balance-exceeded", "quantity");
            assertThat(api.balance(ledger)).isIn(3L, 5L);
        }
    }

    @Test
    void manyDebitsDepositsAndReversalsAtOnce_conserveTheSum() {
        String ledger = api.ledger(100);
        List<String> deposits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            deposits.add(api.posted(ledger, 5));
        }
        List<CompletableFuture<Reply>> replies = new ArrayList<>();
        List<CompletableFuture<Reply>> reversals = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            replies.add(api.transaction(ledger, Api.fresh(), -7).sendAsync());
            reversals.add(
                    api.on(deposits.get(i % 10), "reversal", ledger + "-" + i).sendAsync());
        }
        replies.forEach(reply -> assertThat(reply.join().status()).isIn(201, 422));
        reversals.forEach(reply -> assertThat(reply.join().status()).isIn(201, 409, 422));

        long sum = 0;
        List<JsonNode> entries = api.entries(ledger, 1000);
        for (JsonNode entry : entries) {
            sum += entry.get("quantity").longValue();
            sum += entry.get("reversal").path("quantity").asLong(0);
        }
        assertThat(api.balance(ledger)).isEqualTo(sum).isBetween(0L, 150L);
        assertThat(entries.get(entries.size() - 1).get("running_balance").longValue())
                .isEqualTo(sum);
        assertThat(entries.stream().filter(entry -> !entry.get("reversal").isNull()))
                .hasSameSizeAs(reversals.stream()
                        .filter(reply -> reply.join().status() == 201)
                        .toList());
    }
}
