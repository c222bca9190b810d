package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** The requests of the engine's tests, and what is expected of their outcomes. */
public final class TestRequests {

    public static final PayloadCodec<String> TEXT = PayloadCodec.TEXT;

    private TestRequests() {}

    /** A key that no other test uses. */
    public static IdempotencyKey freshKey() {
        return IdempotencyKey.of("client", "POST /things", UUID.randomUUID().toString());
    }

    public static KeyedRequest request(IdempotencyKey key, String contents) {
        return new KeyedRequest(key, Fingerprint.of(contents.getBytes(StandardCharsets.UTF_8)), Optional.empty());
    }

    public static KeyedRequest request(IdempotencyKey key, String contents, String attempt) {
        return new KeyedRequest(key, request(key, contents).fingerprint(), Optional.of(new AttemptId(attempt)));
    }

    static Payload payload(String text) {
        return new Payload(1, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The work of a duplicate. */
    static <T> Action<T, RuntimeException> unreached() {
        return execution -> {
            throw new AssertionError("executed a second time");
        };
    }

    static IdempotencyRecord replayed(Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Replayed.class);
        return ((Outcome.Replayed<?>) outcome).record();
    }

    static void assertReplayed(Outcome<?> outcome, Object result) {
        replayed(outcome);
        assertThat(((Outcome.Replayed<?>) outcome).value()).isEqualTo(result);
    }
}
