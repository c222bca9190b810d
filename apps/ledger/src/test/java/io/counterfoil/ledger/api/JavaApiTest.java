package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.keys.LedgerKeys;
import io.counterfoil.ledger.keys.Redemption;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A user's program in Java, made of what is published alone: the builders of keys, and the HTTP client. */
@Timeout(300)
@Tag("LG-1")
@Tag("LG-4")
class JavaApiTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final UUID POLICY = UUID.fromString("6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11");

    private final UUID subsidy = UUID.randomUUID();
    private final RequestId ledgerKey = LedgerKeys.ledger(subsidy);

    /** Sends as a process of its own, which has nothing but the data. */
    private static Answer post(String path, Object... body) throws Exception {
        return IdempotentClient.builder()
                .build()
                .send(RetryableRequest.post(SERVICE.running().uri().resolve(path))
                        .json(Bodies.json(body))
                        .build());
    }

    private static JsonNode created(Answer answer) {
        assertThat(answer.status()).as("%s", answer.text()).isEqualTo(201);
        return Bodies.read(answer.text().getBytes(StandardCharsets.UTF_8));
    }

    private Answer open() throws Exception {
        return post("/v1/ledgers", "idempotency_key", ledgerKey.value(), "unit", "usd_cents", "initial_deposit", 100);
    }

    private Answer redeem(String ledger, String... inactive) throws Exception {
        Redemption redemption = new Redemption(4711, "course-v1:edX+DemoX", POLICY, Set.of(inactive));
        return post(
                "/v1/ledgers/" + ledger + "/transactions",
                "idempotency_key",
                LedgerKeys.redemption(ledgerKey.value(), redemption).value(),
                "quantity",
                -10,
                "lms_user_id",
                redemption.lmsUserId(),
                "content_key",
                redemption.contentKey(),
                "subsidy_access_policy_uuid",
                redemption.policy());
    }

    private static String id(JsonNode object) {
        return object.get("id").stringValue();
    }

    @Test
    void ledgerTransactionAndReversal_underBuiltKeys_areMadeOnce() throws Exception {
        String ledger = id(created(open()));
        assertThat(id(created(open()))).isEqualTo(ledger);
        JsonNode first = created(redeem(ledger));
        assertThat(created(redeem(ledger))).isEqualTo(first);
        RequestId reversal =
                LedgerKeys.adminReversal(UUID.fromString(first.get("uuid").stringValue()));
        String reverse = "/v1/transactions/" + id(first) + "/reversal";
        JsonNode reversed = created(post(reverse, "idempotency_key", reversal.value()));
        assertThat(created(post(reverse, "idempotency_key", reversal.value()))).isEqualTo(reversed);

        JsonNode second = created(redeem(ledger, id(first)));

        assertThat(id(second)).isNotEqualTo(id(first));
        assertThat(SERVICE.api().balance(ledger)).isEqualTo(90);
    }
}
