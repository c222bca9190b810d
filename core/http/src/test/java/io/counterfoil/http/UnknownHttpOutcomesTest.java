package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.ResponseCodec;
import io.counterfoil.http.response.StoredFields;
import io.counterfoil.http.response.StoredResponse;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.testkit.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an operator says of a request whose outcome is unknown, and what one sees of a kept response. */
class UnknownHttpOutcomesTest {

    private static final IdempotencyKey KEY = IdempotencyKey.of("alice", "POST /orders", "k-1");
    private static final Response RECEIPT = new Response(
            201,
            List.of(new HeaderField("Location", "/orders/7"), new HeaderField("Date", "now")),
            "receipt".getBytes(StandardCharsets.UTF_8));

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final UnknownHttpOutcomes outcomes = outcomes(IdempotencyPolicy.DEFAULT);

    private UnknownHttpOutcomes outcomes(IdempotencyPolicy policy) {
        return new UnknownHttpOutcomes(new UnknownOutcomes(store, policy), HttpPolicy.DEFAULT);
    }

    private void stuck() {
        KeyedRequest request = new KeyedRequest(KEY, Fingerprint.of(new byte[0]), Optional.empty());
        store.abandon(((Claim.Acquired) store.lease(request, Duration.ofHours(1), false)).lease());
    }

    private StoredResponse kept() {
        return StoredResponse.of(store.look(KEY).flatMap(RecordDetail::kept).orElseThrow());
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void responseOfAnOperator_isKeptLikeAHandlers() {
        stuck();

        assertThat(outcomes.happened(KEY, RECEIPT)).isTrue();

        assertThat(kept()).isEqualTo(new StoredResponse(OptionalInt.of(201), OptionalInt.of(7), false, true));
        assertThat(outcomes.happened(KEY, RECEIPT)).as("no longer unknown").isFalse();
        assertThat(outcomes.didNotHappen(KEY)).as("no longer unknown").isFalse();
    }

    @Test
    @Tag("RQ-13")
    void requestThatDidNotHappen_isFree() {
        stuck();

        assertThat(outcomes.didNotHappen(KEY)).isTrue();

        assertThat(store.look(KEY)).isEmpty();
        assertThat(outcomes.happened(KEY, RECEIPT)).isFalse();
    }

    @Test
    void leastStatusThatEndsARequest_isKept() {
        stuck();

        assertThat(outcomes.happened(KEY, new Response(200, List.of(), new byte[0])))
                .isTrue();

        assertThat(kept().status()).hasValue(200);
    }

    @Test
    void statusThatEndsNoRequest_isRefused_andNothingIsChanged() {
        stuck();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> outcomes.happened(KEY, new Response(199, List.of(), new byte[0])))
                .withMessageContaining("200 to 599")
                .withMessageContaining("199");

        assertThat(outcomes.didNotHappen(KEY)).isTrue();
    }

    @Test
    @Tag("RQ-15")
    void responseLongerThanThePolicyKeeps_isRememberedAndNotKept() {
        stuck();

        assertThat(outcomes(IdempotencyPolicy.DEFAULT.withResults(
                                results -> results.withMaxBytes(3).withCompressFrom(3)))
                        .happened(KEY, RECEIPT))
                .isTrue();

        assertThat(kept()).isEqualTo(new StoredResponse(OptionalInt.empty(), OptionalInt.empty(), false, false));
    }

    @Test
    void refusal_isTold() {
        PayloadCodec<Response> codec = ResponseCodec.keeping(StoredFields.DEFAULT);
        Response refusal = new Response(404, List.of(), new byte[2]);

        Idempotency.on(store).execute(KEY, Fingerprint.of(new byte[0]), codec, execution -> Completion.refuse(refusal));

        assertThat(kept()).isEqualTo(new StoredResponse(OptionalInt.of(404), OptionalInt.of(2), true, true));
    }

    @Test
    void answerThatIsNoResponse_hasNoStatus() {
        Idempotency.on(store)
                .execute(
                        KEY,
                        Fingerprint.of(new byte[0]),
                        PayloadCodec.TEXT,
                        execution -> Completion.remember("not a response"));

        assertThat(kept()).isEqualTo(new StoredResponse(OptionalInt.empty(), OptionalInt.empty(), false, true));
    }

    @Test
    void answerInAFormOfAnotherVersion_isSaidSo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredResponse.of(new Payload(1, new byte[] {9})))
                .withMessageContaining("form 9");
    }
}
