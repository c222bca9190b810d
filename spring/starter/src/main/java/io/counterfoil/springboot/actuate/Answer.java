package io.counterfoil.springboot.actuate;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/** The responses of operations: JSON objects, and problems (RFC 9457). */
final class Answer {

    static final String BAD_PARAMETER = ProblemTypes.PREFIX + "bad-parameter";
    static final String NOT_AN_OPERATOR = ProblemTypes.PREFIX + "not-an-operator";
    static final String NO_SUCH_RECORD = ProblemTypes.PREFIX + "no-such-record";
    static final String NOT_UNKNOWN = ProblemTypes.PREFIX + "outcome-not-unknown";
    static final String NO_DIRECTORY = ProblemTypes.PREFIX + "no-directory";

    private static final MimeType PROBLEM = MimeType.valueOf(Problem.MEDIA_TYPE);

    private Answer() {}

    static WebEndpointResponse<Map<String, Object>> ok(Map<String, Object> json) {
        return new WebEndpointResponse<>(OperationResponseBody.of(json));
    }

    static WebEndpointResponse<Map<String, Object>> problem(int status, String type, String title, String detail) {
        return problem(Problem.of(status, type, title, detail));
    }

    static WebEndpointResponse<Map<String, Object>> bad(BadParameterException bad) {
        return problem(new Problem(
                400, BAD_PARAMETER, "Bad parameter", String.valueOf(bad.getMessage()), Optional.of(bad.field())));
    }

    private static WebEndpointResponse<Map<String, Object>> problem(Problem problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", problem.type());
        json.put("title", problem.title());
        json.put("status", problem.status());
        json.put("detail", problem.detail());
        problem.field().ifPresent(field -> json.put("field", field));
        return new WebEndpointResponse<>(OperationResponseBody.of(json), problem.status(), PROBLEM);
    }
}
