package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values just inside their limits are taken, and come back as they were. */
@Timeout(300)
class LongestKeyTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("RQ-2")
    void keysOf255Bytes_areTaken() {
        String ledger = api.ledger(10);
        String key = (Api.fresh() + "k".repeat(255)).substring(0, 255);
        Call debit = api.transaction(ledger, key, -1).key(key);

        debit.created().isOriginal();
        debit.created().isReplayed();
        api.transaction(ledger, key, -1).key('"' + key + '"').created().isReplayed();
        assertThat(api.balance(ledger)).isEqualTo(9);
    }

    @Test
    @Tag("RF-1")
    void fieldsAtTheirLimits_comeBackAsTheyWere() {
        String reference = (Api.fresh() + "\u00e9\u6f22".repeat(40)).substring(0, 64);
        String content = "\ud83c\udf93".repeat(127) + "x";
        String metadata = "{\"a\":\"" + "m".repeat(8192 - 8) + "\"}";
        String ledger = api.ledger(9_007_199_254_740_991L);

        Reply posted = api.post(Api.transactionsOf(ledger))
                .body("""
                        {"idempotency_key":"%s","quantity":-9007199254740991,"reference_id":"%s","content_key":"%s",
                         "lms_user_id":9007199254740991,"metadata":%s}""".formatted(Api.fresh(), reference, content, metadata))
                .created();

        assertThat(posted.json().get("reference_id").stringValue()).isEqualTo(reference);
        assertThat(posted.json().get("content_key").stringValue()).isEqualTo(content);
        assertThat(posted.json().get("lms_user_id").longValue()).isEqualTo(9_007_199_254_740_991L);
        assertThat(posted.json().get("metadata").get("a").stringValue()).hasSize(8184);
        assertThat(api.get("/v1/transactions/" + posted.id()).ok().bytes()).isEqualTo(posted.bytes());
    }
}
