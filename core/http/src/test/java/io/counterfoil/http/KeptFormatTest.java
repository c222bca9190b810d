package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.text;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.response.StoredFields;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an earlier version or another policy has written is still read. The bytes are what is in databases: they never change. */
@Tag("RQ-7")
class KeptFormatTest {

    /** 201, Location, Set-Cookie, and a body of four bytes, in format 1. */
    private static final byte[] KEPT = ("\u0000\u00c9\u0000\u0002"
                    + "\u0000\u0008Location\u0000\u0009/things/7"
                    + "\u0000\nSet-Cookie\u0000\u0003a=b"
                    + "{\u00ff\u0000}")
            .getBytes(ISO_8859_1);

    private final Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT);

    @Test
    void response_writtenAsBytesOfFormat1_isReplayed() {
        keep(1, KEPT);

        Response replayed = endpoint.send(Head.keyed("k"), text(500, "unreached"));

        assertDuplicate(replayed);
        assertThat(replayed.status()).isEqualTo(201);
        assertThat(replayed.header("Location")).contains("/things/7");
        assertThat(replayed.body()).containsExactly('{', 0xff, 0, '}');
        assertThat(endpoint.executions()).isZero();
    }

    @Test
    @Tag("RQ-16")
    void storedField_isReplayedOnlyIf_theCurrentPolicyKeepsIt() {
        keep(1, KEPT);

        assertThat(endpoint.send(Head.keyed("k")).header("Set-Cookie")).isEmpty();
        HttpIdempotency lenient = new HttpIdempotency(
                Idempotency.on(endpoint.store),
                HttpPolicy.DEFAULT.withResponses(
                        responses -> responses.withStoredFields(StoredFields.DEFAULT.with("Set-Cookie"))),
                ClientResolver.ANONYMOUS);
        Response replayed = lenient.execute(
                (Admission.Keyed) lenient.admit(Head.keyed("k")), BODY, right -> text(500, "unreached"));
        assertThat(replayed.header("Set-Cookie")).contains("a=b");
    }

    @Test
    void response_isStillWrittenInFormat1() {
        Response made = new Response(
                201,
                List.of(new HeaderField("Location", "/things/7"), new HeaderField("Set-Cookie", "a=b")),
                new byte[] {'{', (byte) 0xff, 0, '}'});
        HttpIdempotency lenient = new HttpIdempotency(
                Idempotency.on(endpoint.store),
                HttpPolicy.DEFAULT.withResponses(
                        responses -> responses.withStoredFields(StoredFields.DEFAULT.with("Set-Cookie"))),
                ClientResolver.ANONYMOUS);
        lenient.execute((Admission.Keyed) lenient.admit(Head.keyed("k")), BODY, right -> made);

        var record = endpoint.store
                .find(endpoint.admitted(Head.keyed("k")).key().orElseThrow())
                .orElseThrow();

        assertThat(record.payload().format()).isOne();
        assertThat(record.payload().withoutFirst().toByteArray()).isEqualTo(KEPT);
    }

    @Test
    void response_thatIsDamagedOrOfALaterFormat_isNeverReplayedInPart() {
        keep(1, new byte[] {0, (byte) 201, 0, 1, 0, 9, 'L'});
        assertThatThrownBy(() -> endpoint.send(Head.keyed("k"))).hasMessageContaining("damaged");
        assertThat(endpoint.executions()).isZero();

        Endpoint other = Endpoint.under(HttpPolicy.DEFAULT);
        keep(other, 2, KEPT);
        assertThatThrownBy(() -> other.send(Head.keyed("k"))).hasMessageContaining("format 2");
        assertThat(other.executions()).isZero();
    }

    private void keep(int format, byte[] bytes) {
        keep(endpoint, format, bytes);
    }

    private static void keep(Endpoint endpoint, int format, byte[] bytes) {
        Idempotency.on(endpoint.store)
                .execute(
                        endpoint.admitted(Head.keyed("k")).key().orElseThrow(),
                        Fingerprint.of(BODY),
                        PayloadCodec.of(format, Function.identity(), Function.identity()),
                        execution -> Completion.remember(bytes));
    }
}
