package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Payload;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the store holds of a response that passes through a codec of the application's, and what a duplicate gets. */
@Tag("RQ-21")
class ResponseCodecTest {

    private static final UnaryOperator<PayloadCodec<Response>> SEALING = Sealing::new;

    @Test
    void sealedResponse_isUnreadableInTheStore_andReplayedExactly() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses -> responses.withCodec(SEALING)));
        Response first = endpoint.send(Head.keyed("one"));

        assertOriginal(first);
        assertThat(stored(endpoint)).doesNotContain(Endpoint.body(first));
        Response again = endpoint.send(Head.keyed("one"));
        assertDuplicate(again);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.status()).isEqualTo(first.status());
    }

    @Test
    void redactingCodec_redactsReplays_butNotTheFirstResponse() {
        Endpoint endpoint =
                Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses -> responses.withCodec(Redacting::new)));

        Response first = endpoint.send(Head.keyed("one"));
        Response again = endpoint.send(Head.keyed("one"));

        assertThat(Endpoint.body(first)).isNotEqualTo("redacted");
        assertDuplicate(again);
        assertThat(Endpoint.body(again)).isEqualTo("redacted");
    }

    private static String stored(Endpoint endpoint) {
        IdempotencyKey key = endpoint.admitted(Head.keyed("one")).key().orElseThrow();
        return new String(endpoint.store.find(key).orElseThrow().payload().toByteArray(), UTF_8);
    }

    /** Not a cipher: the bytes turned over. What matters here is that another form is stored and read again. */
    private record Sealing(PayloadCodec<Response> plain) implements PayloadCodec<Response> {

        private static final int FORMAT = 70;

        @Override
        public Payload encode(Response response) {
            return new Payload(FORMAT, turned(plain.encode(response)));
        }

        @Override
        public Response decode(Payload payload) {
            if (payload.format() != FORMAT) {
                throw new IllegalArgumentException("format " + payload.format() + " is not sealed");
            }
            return plain.decode(new Payload(1, turned(payload)));
        }

        private static byte[] turned(Payload payload) {
            byte[] bytes = payload.toByteArray();
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] ^= (byte) 0xff;
            }
            return bytes;
        }
    }

    private record Redacting(PayloadCodec<Response> plain) implements PayloadCodec<Response> {

        @Override
        public Payload encode(Response response) {
            return plain.encode(new Response(response.status(), response.headers(), "redacted".getBytes(UTF_8)));
        }

        @Override
        public Response decode(Payload payload) {
            return plain.decode(payload);
        }
    }
}
