package io.counterfoil.http;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * Reads the head of a request. What costs next to nothing comes first: whose request it is may be a question to a database, and is
 * asked of no request that is refused anyway (RQ-15).
 */
record Reception(HttpPolicy policy, ClientResolver clients, RequestKeys keys, Answers answers) {

    Admission admit(RequestHead head) {
        if (!policy.methods().contains(head.method())) {
            return new Admission.Unkeyed(Optional.empty());
        }
        try {
            return admit(head, RequestKeys.single(head, policy.names().attempt(), AttemptId::new));
        } catch (RefusedRequest refused) {
            return new Admission.Refused(answers.refused(refused));
        }
    }

    private Admission admit(RequestHead head, Optional<AttemptId> attempt) {
        try {
            Optional<RequestId> requestId = keys.inHead(head);
            if (requestId.isEmpty() && !keys.isInBody()) {
                return policy.keyRequired()
                        ? new Admission.Refused(answers.echoing(attempt, answers.keyMissing(policy.key())))
                        : new Admission.Unkeyed(attempt);
            }
            OperationName operation = operation(head);
            return new Admission.Keyed(head, client(head), operation, requestId, attempt);
        } catch (RefusedRequest refused) {
            return new Admission.Refused(answers.echoing(attempt, answers.refused(refused)));
        }
    }

    private OperationName operation(RequestHead head) {
        try {
            return policy.scope().of(head);
        } catch (CanonicalPath.MalformedPathException malformed) {
            throw new RefusedRequest(new Problem(
                    400,
                    ProblemTypes.BAD_TARGET,
                    "Malformed path",
                    "path " + malformed.getMessage(),
                    Optional.of("path")));
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(
                    isHeader(head, invalid)
                            ? Problem.badHeader(invalid.kind(), invalid.reason())
                            : new Problem(
                                    414,
                                    ProblemTypes.TARGET_TOO_LONG,
                                    "Target too long",
                                    invalid.kind() + " " + invalid.reason(),
                                    Optional.of(invalid.kind())));
        }
    }

    private ClientId client(RequestHead head) {
        try {
            return clients.resolve(head);
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(
                    isHeader(head, invalid)
                            ? Problem.badHeader(invalid.kind(), invalid.reason())
                            : new Problem(
                                    400,
                                    ProblemTypes.BAD_CLIENT,
                                    "Unreadable client name",
                                    invalid.kind() + " " + invalid.reason(),
                                    Optional.of(invalid.kind())));
        } catch (ClientResolver.UnknownClientException unknown) {
            throw new RefusedRequest(unknown(unknown.field()));
        }
    }

    /** A 401 names a scheme (RFC 9110, section 15.5.2); there is no registered one for keys in a field of their own. */
    private static Response unknown(String field) {
        Problem problem = new Problem(
                401,
                ProblemTypes.UNKNOWN_CLIENT,
                "Unknown client",
                field + " names nobody who is known here",
                Optional.of(field));
        return problem.toResponse().with("WWW-Authenticate", "ApiKey field=\"" + field + '"');
    }

    private static boolean isHeader(RequestHead head, InvalidIdentifierException invalid) {
        return !head.headers(invalid.kind()).isEmpty();
    }
}
