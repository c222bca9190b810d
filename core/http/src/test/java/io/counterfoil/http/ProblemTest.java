package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.Problem;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProblemTest {

    @Test
    void json_withQuotesControlsAndNonAscii_isEscaped() {
        Problem problem = new Problem(
                400, "urn:x", "t", "quote \" back-slash \\ line\nbreak \u00fc \ud83d\ude00", Optional.empty());

        assertThat(problem.toJson())
                .isEqualTo(
                        "{\"type\":\"urn:x\",\"title\":\"t\",\"status\":400,\"detail\":\"quote \\\" back-slash \\\\ line\\u000abreak \\u00fc \\ud83d\\ude00\"}");
    }

    @Test
    void json_leavesOutWhatThereIsNot() {
        assertThat(Problem.of(503, "urn:x", "t", "").toJson())
                .isEqualTo("{\"type\":\"urn:x\",\"title\":\"t\",\"status\":503}");
        assertThat(Problem.badKey("key", "is empty").toJson())
                .isEqualTo("{\"type\":\"urn:counterfoil:problem:bad-key\",\"title\":\"Unreadable idempotency key\","
                        + "\"status\":400,\"detail\":\"key is empty\",\"field\":\"key\"}");
    }
}
