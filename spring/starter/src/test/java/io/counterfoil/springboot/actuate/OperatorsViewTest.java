package io.counterfoil.springboot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.directory.RecordPosition;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.Tokens;
import io.counterfoil.springboot.settings.ReplayCache;
import io.counterfoil.testkit.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.unit.DataSize;

/** What operators are shown where no application has to run for it. */
class OperatorsViewTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("alice", "POST /orders", "k-1");

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final RecordsEndpoint endpoint =
            new RecordsEndpoint(Optional.of(store), Optional.empty(), "OPERATOR", 1000);

    private Lease leased() {
        KeyedRequest request = new KeyedRequest(KEY, Fingerprint.of(new byte[0]), Optional.empty());
        return ((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease();
    }

    private Map<String, Object> shown() {
        WebEndpointResponse<Map<String, Object>> response = endpoint.look(Tokens.of(KEY));
        assertThat(response.getStatus()).isEqualTo(200);
        return Objects.requireNonNull(response.getBody());
    }

    @Test
    @Tag("RQ-16")
    void progress_isShownBySizeAlone() {
        store.save(leased(), new Payload(1, "half a secret".getBytes(StandardCharsets.UTF_8)));

        assertThat(shown())
                .containsEntry("client", "alice")
                .containsEntry("state", "at_work")
                .containsEntry("leasedUntil", "2026-01-01T01:00:00Z")
                .containsEntry("progress", Map.of("keptBytes", 13))
                .doesNotContainKeys("answer", "expires", "firstAttempt");
    }

    @Test
    void answerOfAnotherVersion_isShownAsUnreadable() {
        store.complete(leased(), new Payload(1, new byte[] {9}), Retention.FOREVER);

        assertThat(shown().get("answer"))
                .asString()
                .contains("keptBytes=1")
                .contains("unreadable=")
                .contains("form 9");
    }

    @Test
    void storeWithoutADirectory_isSaidSo() {
        RecordsEndpoint blind = new RecordsEndpoint(Optional.empty(), Optional.empty(), "OPERATOR", 1000);

        assertThat(blind.look(Tokens.of(KEY)).getStatus()).isEqualTo(501);
        assertThat(blind.list(null, null, null, null, null, null).getStatus()).isEqualTo(501);
    }

    @Test
    void operator_withoutASecurityContext_isForbidden() {
        assertThat(endpoint.release(Tokens.of(KEY), SecurityContext.NONE).getStatus())
                .isEqualTo(403);
    }

    @Test
    @Tag("CO-1")
    void action_hasACorrelationId_alsoWhereNoFilterGaveOne() {
        CorrelationId given = CorrelationId.parse("shift-7");

        assertThat(OperatorLog.correlated(Correlation::current)).isPresent();
        assertThat(Correlation.current()).isEmpty();
        Correlation.Scope scope = Correlation.open(given);
        try (scope) {
            assertThat(OperatorLog.correlated(Correlation::current)).contains(given);
        }
    }

    @Test
    void summary_hasWhatThereIs() {
        CounterfoilEndpoint summary = new CounterfoilEndpoint(
                Mode.LEASE, store, IdempotencyPolicy.DEFAULT, Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(summary.state())
                .containsEntry("mode", "lease")
                .containsEntry("unknownOutcomes", Map.of("count", 0, "more", false))
                .doesNotContainKeys("purge", "replayCache");
    }

    @Test
    void summary_hasTheSizeOfTheReplayCache() {
        CounterfoilEndpoint summary = new CounterfoilEndpoint(
                Mode.LEASE,
                store,
                IdempotencyPolicy.DEFAULT,
                Optional.of(new ReplayCache(DataSize.ofKilobytes(2))),
                Optional.empty(),
                Optional.empty());

        assertThat(summary.state()).containsEntry("replayCache", Map.of("maxSize", 2048L, "maxAge", "PT5S"));
    }

    @Test
    void tokens_comeBackWhole() {
        IdempotencyKey odd = new IdempotencyKey(
                ClientId.ANONYMOUS, new OperationName("POST /\u00e9/../?x=\ud83d\ude00"), new RequestId("'; -- /%2F+"));
        assertThat(Tokens.key("id", Tokens.of(odd))).isEqualTo(odd);
        assertThat(Tokens.of(odd)).matches("[A-Za-z0-9_-]+");
        for (Optional<Instant> expires : List.of(Optional.<Instant>empty(), Optional.of(Instant.MAX))) {
            RecordPosition place = new RecordPosition(expires, Instant.parse("2026-01-01T00:00:00.123456789Z"), odd);
            assertThat(Tokens.position("cursor", Tokens.of(place))).isEqualTo(place);
        }
    }
}
