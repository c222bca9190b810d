package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The key of the window kind, beside the data key: a cached response instead of the object as it now is. */
@Timeout(300)
@Tag("LG-5")
class HeaderKeyTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    @Test
    @Tag("RQ-7")
    @Tag("RQ-8")
    @Tag("CO-1")
    void replay_isByteForByte_withADateAndACorrelationIdOfItsOwn() {
        String key = Api.fresh();
        Call debit = api.transaction(api.ledger(10), Api.fresh(), -10).key(key);
        Reply first = debit.created().isOriginal();

        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Reply replay = debit.created().isReplayed();

        assertThat(replay.bytes()).isEqualTo(first.bytes());
        assertThat(replay.semanticHeaders()).isEqualTo(first.semanticHeaders()).containsKey("content-type");
        Instant date = ZonedDateTime.parse(replay.header("Date"), DateTimeFormatter.RFC_1123_DATE_TIME)
                .toInstant();
        // Containers make the date anew once a second.
        assertThat(date).isAfterOrEqualTo(before.minusSeconds(1));
        assertThat(replay.header("Correlation-Id")).isNotEmpty().isNotEqualTo(first.header("Correlation-Id"));
        assertThat(stored(key))
                .contains("Content-Type")
                .doesNotContain("Date", "Correlation-Id", first.header("Correlation-Id"));
    }

    private static String stored(String key) {
        return SERVICE.sql()
                .sql("SELECT encode(payload, 'escape') FROM counterfoil_record WHERE request_id = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    @Test
    void changedObject_isReplayedAsFirstByHeaderKey_asNowByDataKey() {
        String dataKey = Api.fresh();
        String headerKey = Api.fresh();
        Call open = api.post("/v1/ledgers", "idempotency_key", dataKey, "unit", "seats", "initial_deposit", 5);
        Call keyed = api.post("/v1/ledgers", "idempotency_key", dataKey, "unit", "seats", "initial_deposit", 5)
                .key(headerKey);
        Reply first = keyed.created().isOriginal();
        api.posted(first.id(), 37);

        assertThat(keyed.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(first.json().get("balance").longValue()).isEqualTo(5);
        assertThat(open.created().isReplayed().json().get("balance").longValue())
                .isEqualTo(42);
        assertThat(keyed.created().isReplayed().bytes()).isEqualTo(first.bytes());
    }

    @Test
    @Tag("RQ-3")
    void sameKeyOnAnotherPath_isAnotherRequest() {
        String key = Api.fresh();
        String dataKey = Api.fresh();
        String one = api.ledger(10);
        String other = api.ledger(10);

        String first = api.transaction(one, dataKey, -1)
                .key(key)
                .created()
                .isOriginal()
                .id();
        String second = api.transaction(other, dataKey, -1)
                .key(key)
                .created()
                .isOriginal()
                .id();
        assertThat(second).isNotEqualTo(first);

        api.on(first, "reversal", Api.fresh()).key(key).created().isOriginal();
        api.on(second, "reversal", Api.fresh()).key(key).created().isOriginal();
        assertThat(api.balance(one)).isEqualTo(10);
        assertThat(api.balance(other)).isEqualTo(10);
    }

    @Test
    @Tag("RQ-5")
    void sameKeyOfAnotherClient_isAnotherRequest() {
        String key = Api.fresh();
        String ledger = api.ledger(10);

        api.transaction(ledger, Api.fresh(), -1)
                .key(key)
                .client("one")
                .created()
                .isOriginal();
        api.transaction(ledger, Api.fresh(), -2)
                .key(key)
                .client("other")
                .created()
                .isOriginal();
        api.transaction(ledger, Api.fresh(), -3).key(key).created().isOriginal();

        assertThat(api.balance(ledger)).isEqualTo(4);
    }

    @Test
    @Tag("RQ-11")
    void sameKeyAnotherBody_isRefused_andTheFirstIsStillReplayed() {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        Call debit = api.transaction(ledger, Api.fresh(), -1).key(key);
        Reply first = debit.created();

        api.transaction(ledger, Api.fresh(), -1)
                .key(key)
                .refused(422, "key-reused", "body")
                .isOriginal();

        assertThat(debit.created().isReplayed().bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isEqualTo(9);
    }

    @Test
    @Tag("RQ-1")
    void quotedAndBare_areTheSameKey() {
        String ledger = api.ledger(10);
        String key = "a \\\\ b ' " + Api.fresh();
        String dataKey = Api.fresh();
        Reply bare = api.transaction(ledger, dataKey, -1)
                .key(key.replace("\\\\", "\\"))
                .created()
                .isOriginal();

        Reply quoted = api.transaction(ledger, dataKey, -1)
                .key('"' + key + '"')
                .created()
                .isReplayed();

        // The header's record answered, not the data key: only that one counts.
        assertThat(quoted.header("Idempotency-Request-Count")).isEqualTo("2");
        assertThat(quoted.bytes()).isEqualTo(bare.bytes());
    }

    @Test
    @Tag("RQ-14")
    void refusal_isRememberedUnderTheHeaderKey_andNotUnderTheDataKey() {
        String ledger = api.ledger(10);
        String dataKey = Api.fresh();
        Call keyed = api.transaction(ledger, dataKey, -11).key(Api.fresh());
        Reply refused =
                keyed.refused(422, "ledger:balance-exceeded", "quantity").isOriginal();
        api.posted(ledger, 5);

        Reply replayed =
                keyed.refused(422, "ledger:balance-exceeded", "quantity").isReplayed();
        assertThat(replayed.bytes()).isEqualTo(refused.bytes());
        assertThat(api.balance(ledger)).isEqualTo(15);

        api.transaction(ledger, dataKey, -11).created().isOriginal();
        assertThat(api.balance(ledger)).isEqualTo(4);
        assertThat(keyed.refused(422, "ledger:balance-exceeded", "quantity").bytes())
                .isEqualTo(refused.bytes());
    }

    @Test
    @Tag("RQ-9")
    @Tag("RQ-10")
    void duplicates_describeTheOriginal_andEchoTheirAttempt() {
        String ledger = api.ledger(10);
        String key = Api.fresh();
        String dataKey = Api.fresh();
        Instant before = Instant.now();
        Reply first = api.transaction(ledger, dataKey, -1)
                .key(key)
                .attempt("a-1")
                .created()
                .isOriginal();
        assertThat(first.header("Idempotency-Attempt")).isEqualTo("a-1");
        assertThat(first.header("Idempotency-Request-Count")).isEmpty();

        Reply second = api.transaction(ledger, dataKey, -1)
                .key(key)
                .attempt("a-2")
                .created()
                .isReplayed();
        Reply third = api.transaction(ledger, dataKey, -1).key(key).created().isReplayed();

        assertThat(second.header("Idempotency-Attempt")).isEqualTo("a-2");
        assertThat(second.header("Idempotency-First-Attempt")).isEqualTo("a-1");
        assertThat(second.header("Idempotency-Request-Count")).isEqualTo("2");
        assertThat(third.header("Idempotency-Attempt")).isEmpty();
        assertThat(third.header("Idempotency-First-Attempt")).isEqualTo("a-1");
        SERVICE.awaitRequestCount(key, 3);
        assertThat(Instant.parse(second.header("Idempotency-First-Received")))
                .isCloseTo(before, within(Duration.ofMinutes(5)))
                .isEqualTo(Instant.parse(third.header("Idempotency-First-Received")));
    }

    @Test
    @Tag("RQ-9")
    @Tag("RQ-10")
    void duplicatesByDataKey_showTheCreationTime_andEchoAttempts() {
        Call debit = api.transaction(api.ledger(10), Api.fresh(), -1).attempt("7");
        Reply first = debit.created();
        assertThat(first.header("Idempotency-Attempt")).isEqualTo("7");

        Reply second = debit.created().isReplayed();

        assertThat(second.header("Idempotency-Attempt")).isEqualTo("7");
        assertThat(second.header("Idempotency-First-Received"))
                .isEqualTo(first.json().get("created_at").stringValue());
    }
}
