package io.counterfoil.springboot.actuate;

import io.counterfoil.http.message.Problem;
import io.counterfoil.springboot.records.RecordProblems;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/** The responses of operations: JSON objects, and problems (RFC 9457). */
final class Answer {

    private static final MimeType PROBLEM = MimeType.valueOf(Problem.MEDIA_TYPE);

    private Answer() {}

    static WebEndpointResponse<Map<String, Object>> ok(Map<String, Object> json) {
        return new WebEndpointResponse<>(OperationResponseBody.of(json));
    }

    static WebEndpointResponse<Map<String, Object>> problem(Problem problem) {
        return new WebEndpointResponse<>(
                OperationResponseBody.of(RecordProblems.json(problem)), problem.status(), PROBLEM);
    }
}
