package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.ResponseClassifier;
import io.counterfoil.http.response.ResponseKind;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("RQ-14")
class ResponseClassifierTest {

    @ParameterizedTest
    @CsvSource({
        "200, DONE",
        "201, DONE",
        "202, DONE",
        "204, DONE",
        "302, DONE",
        "399, DONE",
        "400, REFUSED",
        "401, REFUSED",
        "404, REFUSED",
        "409, REFUSED",
        "422, REFUSED",
        "499, REFUSED",
        "408, NOT_DONE",
        "425, NOT_DONE",
        "429, NOT_DONE",
        "500, FAILED",
        "502, FAILED",
        "503, FAILED",
        "599, FAILED"
    })
    void kind_byDefault_followsTheStatus(int status, ResponseKind kind) {
        assertThat(ResponseClassifier.DEFAULT.classify(text(status, ""))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"202, DONE", "409, NOT_DONE", "423, NOT_DONE", "503, FAILED"})
    void kind_withARetryAfter_isPutOff_whereItIsARefusal(int status, ResponseKind kind) {
        assertThat(ResponseClassifier.DEFAULT.classify(text(status, "").with("retry-after", "1")))
                .isEqualTo(kind);
    }

    @Test
    void endpoint_saysOtherwise_forSomeStatuses() {
        ResponseClassifier remembering = ResponseClassifier.DEFAULT
                .when(Set.of(404, 409), ResponseKind.NOT_DONE)
                .when(Set.of(503), ResponseKind.DONE);
        Endpoint endpoint =
                Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses -> responses.withClassifier(remembering)));

        assertOriginal(endpoint.send(Head.keyed("k"), text(404, "not yet")));
        assertOriginal(endpoint.send(Head.keyed("k"), text(201, "made")));
        assertDuplicate(endpoint.send(Head.keyed("k")));
        assertOriginal(endpoint.send(Head.keyed("l"), text(503, "for ever")));
        Response replayed = endpoint.send(Head.keyed("l"));
        assertDuplicate(replayed);
        assertThat(replayed.status()).isEqualTo(503);
    }

    @Test
    void success_thatIsNotToBeRemembered_isPassedOnAsItIs() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses ->
                responses.withClassifier(ResponseClassifier.DEFAULT.when(Set.of(202), ResponseKind.NOT_DONE))));

        Response first = endpoint.send(Head.keyed("k"), text(202, "later"));

        assertThat(first.status()).isEqualTo(202);
        assertThat(Endpoint.body(first)).isEqualTo("later");
        assertOriginal(first);
        assertOriginal(endpoint.send(Head.keyed("k")));
        assertThat(endpoint.executions()).isEqualTo(2);
    }

    @Test
    void refusal_thatCountsAsAFailure_isUndone() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses ->
                responses.withClassifier(ResponseClassifier.DEFAULT.when(Set.of(409), ResponseKind.FAILED))));

        assertThat(endpoint.send(Head.keyed("k"), text(409, "no")).status()).isEqualTo(409);
        assertOriginal(endpoint.send(Head.keyed("k")));
    }

    @Test
    void statusesAtTheirLimits_areTaken() {
        ResponseClassifier classifier = ResponseClassifier.DEFAULT.when(Set.of(100, 599), ResponseKind.NOT_DONE);

        assertThat(classifier.classify(text(100, ""))).isEqualTo(ResponseKind.NOT_DONE);
        assertThat(classifier.classify(text(599, ""))).isEqualTo(ResponseKind.NOT_DONE);
        for (int status : new int[] {99, 600}) {
            assertThatThrownBy(() -> text(status, "")).hasMessage("a status must be 100 to 599, not " + status);
        }
    }

    @Test
    void statuses_thatAreNone_areRefused() {
        assertThatThrownBy(() -> ResponseClassifier.DEFAULT.when(Set.of(), ResponseKind.DONE))
                .hasMessageContaining("status codes");
        assertThatThrownBy(() -> ResponseClassifier.DEFAULT.when(Set.of(99), ResponseKind.DONE))
                .hasMessageContaining("99");
        assertThatThrownBy(() -> ResponseClassifier.DEFAULT.when(Set.of(600), ResponseKind.DONE))
                .hasMessageContaining("600");
    }
}
