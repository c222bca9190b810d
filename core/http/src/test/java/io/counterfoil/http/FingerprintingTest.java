package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.idempotency.key.Fingerprint;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-11")
class FingerprintingTest {

    private static final byte[] OTHER = "{\"quantity\":2}".getBytes(UTF_8);

    @Test
    void body_withAnotherByte_isAnotherRequest_andNamedSo() {
        Endpoint endpoint = with(Fingerprinting.BODY);

        assertOriginal(endpoint.send(Head.keyed("k"), BODY));
        assertProblem(endpoint.send(Head.keyed("k"), OTHER), 422, ProblemTypes.KEY_REUSED, "body");
        assertThat(Fingerprinting.BODY.of(Head.keyed("k"), BODY)).isEqualTo(Fingerprint.of(BODY));
        assertThat(endpoint.executions()).isOne();
    }

    @Test
    void nothing_anyContentsAreTheSameRequest() {
        Endpoint endpoint = with(Fingerprinting.NOTHING);

        assertOriginal(endpoint.send(Head.keyed("k"), BODY));
        assertDuplicate(endpoint.send(Head.keyed("k"), OTHER));
    }

    @Test
    void canonicalForm_countsInsteadOfTheBytes_whereThereIsOne() {
        Endpoint endpoint = with(Fingerprinting.canonical(body -> {
            String text = new String(body, UTF_8);
            return text.startsWith("{") ? Optional.of(text.replace(" ", "").getBytes(UTF_8)) : Optional.empty();
        }));

        assertOriginal(endpoint.send(Head.keyed("k"), BODY));
        assertDuplicate(endpoint.send(Head.keyed("k"), "{ \"quantity\" : 1 }".getBytes(UTF_8)));
        assertProblem(endpoint.send(Head.keyed("k"), OTHER), 422, ProblemTypes.KEY_REUSED, "body");
        assertOriginal(endpoint.send(Head.keyed("l"), "a b".getBytes(UTF_8)));
        assertProblem(endpoint.send(Head.keyed("l"), "ab".getBytes(UTF_8)), 422, ProblemTypes.KEY_REUSED, "body");
    }

    @Test
    void query_countsToo_andTheAnswerDoesNotSayThatItWasTheBody() {
        Endpoint endpoint = with(Fingerprinting.BODY.andQuery());

        assertOriginal(endpoint.send(Head.keyed("k").withQuery("x=1")));
        assertDuplicate(endpoint.send(Head.keyed("k").withQuery("x=1")));
        Response refused = endpoint.send(Head.keyed("k").withQuery("x=2"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(Endpoint.body(refused))
                .contains("another body, query or header field")
                .doesNotContain("\"field\"");
        assertThat(endpoint.send(Head.keyed("k")).status()).isEqualTo(422);
    }

    @Test
    void headers_countToo_inAnyCaseOfTheirNames() {
        Endpoint endpoint = with(Fingerprinting.BODY.andHeaders("Content-Type", "X-Tenant"));

        assertOriginal(endpoint.send(Head.keyed("k").with("Content-Type", "a").with("X-Tenant", "b")));
        assertDuplicate(endpoint.send(Head.keyed("k").with("x-tenant", "b").with("content-type", "a")));
        assertThat(endpoint.send(Head.keyed("k").with("Content-Type", "a")).status())
                .isEqualTo(422);
    }

    @Test
    void parts_thatReadTheSameInARow_areToldApart() {
        Fingerprinting both = Fingerprinting.NOTHING.andHeaders("A", "B");

        assertThat(of(both, Head.post("/").with("A", "x").with("A", "y")))
                .isNotEqualTo(of(both, Head.post("/").with("A", "x").with("B", "y")))
                .isNotEqualTo(of(both, Head.post("/").with("A", "xy")));
        assertThat(of(both, Head.post("/").with("A", "")))
                .isNotEqualTo(of(both, Head.post("/")))
                .isNotEqualTo(of(both, Head.post("/").with("B", "")));
        Fingerprinting query = Fingerprinting.NOTHING.andQuery();
        assertThat(of(query, Head.post("/").withQuery(""))).isNotEqualTo(of(query, Head.post("/")));
    }

    @Test
    void headersAndQuery_countBesideTheBody() {
        for (Fingerprinting more :
                new Fingerprinting[] {Fingerprinting.BODY.andHeaders("X-Unit"), Fingerprinting.BODY.andQuery()}) {
            Endpoint endpoint = with(more);
            assertOriginal(endpoint.send(Head.keyed("k"), BODY));
            assertThat(endpoint.send(Head.keyed("k"), OTHER).status()).isEqualTo(422);
            assertDuplicate(endpoint.send(Head.keyed("k"), BODY));
        }
    }

    @Test
    void header_thatIsNone_isRefused() {
        assertThatThrownBy(() -> Fingerprinting.BODY.andHeaders("Content Type")).hasMessageContaining("Content Type");
    }

    private static Fingerprint of(Fingerprinting fingerprinting, Head head) {
        return fingerprinting.of(head, BODY);
    }

    private static Endpoint with(Fingerprinting fingerprinting) {
        return Endpoint.under(HttpPolicy.DEFAULT.withFingerprinting(fingerprinting));
    }
}
