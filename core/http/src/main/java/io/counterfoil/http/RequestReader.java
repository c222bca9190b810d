package io.counterfoil.http;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.MalformedPathException;
import io.counterfoil.http.request.UnknownClientException;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Reads requests: their key, client, operation and attempt. What is cheap is read first; the client, whose look-up may be a query of a
 * database, is resolved only for requests that are not refused for another reason. Two keys in one request are an error.
 */
record RequestReader(HttpPolicy policy, ClientResolver clients, ResponseWriter responses) {

    /** Reads the head of a request. */
    Admission admit(RequestHead head) {
        if (!policy.methods().contains(head.method())) {
            return new Admission.Unkeyed(Optional.empty());
        }
        try {
            return admit(head, attempt(head));
        } catch (RefusedRequest refused) {
            return new Admission.Refused(responses.refused(refused));
        }
    }

    private Admission admit(RequestHead head, Optional<AttemptId> attempt) {
        try {
            Optional<RequestId> requestId = keyInHead(head);
            if (requestId.isEmpty() && !(policy.key() instanceof KeySource.InBody)) {
                return policy.keyRequired()
                        ? new Admission.Refused(responses.echoing(attempt, responses.keyMissing()))
                        : new Admission.Unkeyed(attempt);
            }
            OperationName operation = operation(head);
            return new Admission.Keyed(head, client(head), operation, requestId, attempt);
        } catch (RefusedRequest refused) {
            return new Admission.Refused(responses.echoing(attempt, responses.refused(refused)));
        }
    }

    private OperationName operation(RequestHead head) {
        try {
            return policy.scope().of(head);
        } catch (MalformedPathException malformed) {
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
        } catch (UnknownClientException unknown) {
            throw new RefusedRequest(unknown(unknown.field()));
        }
    }

    /** A 401 names a scheme (RFC 9110, section 15.5.2); there is no registered one for keys in a field of their own. */
    private static Response unknown(String field) {
        return Problem.unknownClient(field).toResponse().with("WWW-Authenticate", "ApiKey field=\"" + field + '"');
    }

    private static boolean isHeader(RequestHead head, InvalidIdentifierException invalid) {
        return !head.headers(invalid.kind()).isEmpty();
    }

    private Optional<RequestId> keyInHead(RequestHead head) {
        return key(() -> policy.key().inHead(head, policy.names(), this::key));
    }

    /**
     * The key in the body; empty where there is none, or where the policy reads it elsewhere.
     *
     * @throws RefusedRequest when there is a key that cannot be read
     */
    Optional<RequestId> keyInBody(byte[] body) {
        return policy.key() instanceof KeySource.InBody place
                ? key(() -> place.inBody(body, this::key))
                : Optional.empty();
    }

    private Optional<RequestId> key(Supplier<Optional<RequestId>> place) {
        BiFunction<String, String, Problem> problem =
                policy.key() instanceof KeySource.InHeader ? Problem::badHeader : Problem::badKey;
        try {
            return place.get();
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(problem.apply(invalid.kind(), invalid.reason()));
        }
    }

    private RequestId key(String text) {
        RequestId key = RequestId.of(text, policy.maxKeyBytes());
        policy.keyLifetime().ifPresent(lifetime -> lifetime.check(key));
        return key;
    }

    private Optional<AttemptId> attempt(RequestHead head) {
        String name = policy.names().attempt();
        try {
            return head.singleHeader(name).map(AttemptId::new);
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(Problem.badHeader(name, invalid.reason()));
        }
    }

    /** A request that is rejected by its own head or body; carries the response out of the code that was reading it. */
    static final class RefusedRequest extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Response response;

        RefusedRequest(Problem problem) {
            this(problem.toResponse());
        }

        RefusedRequest(Response response) {
            super("status " + response.status(), null, false, false);
            this.response = response;
        }

        Response response() {
            return response;
        }
    }
}
