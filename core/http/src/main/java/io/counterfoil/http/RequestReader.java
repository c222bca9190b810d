package io.counterfoil.http;

import io.counterfoil.http.HttpIdempotency.Admission;
import io.counterfoil.http.HttpPolicy.Fingerprinting;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey.OperationName;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
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
            return admit(head, single(head, policy.names().attempt(), AttemptId::new));
        } catch (RefusedRequest refused) {
            return new Admission.Refused(responses.refused(refused));
        }
    }

    private Admission admit(RequestHead head, Optional<AttemptId> attempt) {
        try {
            Optional<RequestId> requestId = keyInHead(head);
            if (requestId.isEmpty() && !isKeyInBody()) {
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
        return Problem.unknownClient(field).toResponse().with("WWW-Authenticate", "ApiKey field=\"" + field + '"');
    }

    private static boolean isHeader(RequestHead head, InvalidIdentifierException invalid) {
        return !head.headers(invalid.kind()).isEmpty();
    }

    /**
     * The key in the head; empty where there is none, or where the policy reads it elsewhere.
     *
     * @throws RefusedRequest when there is a key that cannot be read
     */
    private Optional<RequestId> keyInHead(RequestHead head) {
        if (policy.key() instanceof KeySource.InHeader header) {
            return inHeader(head, header);
        }
        if (policy.key() instanceof KeySource.InPath path) {
            return reading(
                    Problem::badKey,
                    path.variable(),
                    () -> path.template().valueOf(path.variable(), head.path()).map(this::key));
        }
        if (policy.key() instanceof KeySource.InQuery query) {
            return reading(Problem::badKey, query.parameter(), () -> inQuery(head, query.parameter()));
        }
        return Optional.empty();
    }

    /**
     * The key in the body; empty where there is none, or where the policy reads it elsewhere.
     *
     * @throws RefusedRequest when there is a key that cannot be read
     */
    Optional<RequestId> keyInBody(byte[] body) {
        if (policy.key() instanceof KeySource.InBody place) {
            return reading(
                    Problem::badKey,
                    place.field(),
                    () -> place.reader().read(body, place.field()).map(this::key));
        }
        return Optional.empty();
    }

    private RequestId key(String text) {
        RequestId key = RequestId.of(text, policy.maxKeyBytes());
        policy.keyLifetime().ifPresent(lifetime -> lifetime.check(key));
        return key;
    }

    private RequestId keyOfField(String value) {
        return key(KeyField.text(value));
    }

    private boolean isKeyInBody() {
        return policy.key() instanceof KeySource.InBody;
    }

    private Optional<RequestId> inHeader(RequestHead head, KeySource.InHeader header) {
        Optional<RequestId> key = single(head, policy.names().idempotencyKey(), this::keyOfField);
        for (String alias : header.alsoKnownAs()) {
            Optional<RequestId> other = single(head, alias, this::keyOfField);
            if (key.isPresent() && other.isPresent() && !key.equals(other)) {
                throw new RefusedRequest(Problem.badHeader(alias, "differs from the key in another field"));
            }
            key = key.or(() -> other);
        }
        return key;
    }

    private Optional<RequestId> inQuery(RequestHead head, String parameter) {
        List<String> values = new ArrayList<>();
        for (String pair : head.query().orElse("").split("&", -1)) {
            int equals = pair.indexOf('=');
            Optional<String> name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (name.isPresent() && name.get().equals(parameter)) {
                values.add(decoded(equals < 0 ? "" : pair.substring(equals + 1))
                        .orElseThrow(() -> new InvalidIdentifierException(
                                parameter, "has a percent-encoding that cannot be decoded")));
            }
        }
        once(parameter, values);
        return values.stream().findFirst().map(this::key);
    }

    private static Optional<String> decoded(String text) {
        return Utf8.percentDecode(text.replace('+', ' '));
    }

    /**
     * The one value of a header field, read. Two lines of it are refused also where they say the same: a proxy may join them
     * (RFC 9110, section 5.3), and the meaning of a request must not depend on that.
     *
     * @throws RefusedRequest when it cannot be read; the response names the field
     */
    static <T> Optional<T> single(RequestHead head, String name, Function<String, T> reader) {
        return reading(Problem::badHeader, name, () -> {
            List<String> values = head.headers(name);
            once(name, values);
            return values.stream().findFirst().map(reader);
        });
    }

    static void once(String name, List<String> values) {
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times; it must be sent once");
        }
    }

    /** Adds the place of an identifier to the error of reading it. */
    private static <T> T reading(BiFunction<String, String, Problem> problem, String place, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(problem.apply(place, invalid.reason()));
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

    /** The fingerprint of the body and of nothing else. */
    record BodyFingerprint(Canonical form) implements Fingerprinting {

        /** Whether the body is all that this one looks at, so that what differs under a used key can be named. */
        static boolean isAllOf(Fingerprinting fingerprinting) {
            return fingerprinting == BODY || fingerprinting instanceof BodyFingerprint;
        }

        @Override
        public Fingerprint of(RequestHead head, byte[] body) {
            return Fingerprint.of(form.of(body).orElse(body));
        }
    }
}
