package io.counterfoil.http;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.RequestHead;
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
record RequestReader(HttpPolicy policy, ClientResolver clients) {

    /** Reads the head of a request. */
    Reading<Admission> admit(RequestHead head) {
        if (!policy.methods().contains(head.method())) {
            return new Reading.Read<>(new Admission.Unkeyed(Optional.empty()));
        }
        Optional<AttemptId> attempt = Optional.empty();
        try {
            attempt = attempt(head);
            return new Reading.Read<>(admission(head, attempt));
        } catch (UnreadableException unreadable) {
            return new Reading.Refused<>(unreadable.problem, attempt);
        }
    }

    /** Reads the key in the body; empty where there is none, and none is required. */
    Reading<Optional<RequestId>> keyInBody(Admission.Keyed request, byte[] body) {
        if (!(policy.key().source() instanceof KeySource.InBody place)) {
            return new Reading.Read<>(Optional.empty());
        }
        try {
            Optional<RequestId> key = key(() -> place.inBody(body, this::key));
            requireKey(key);
            return new Reading.Read<>(key);
        } catch (UnreadableException unreadable) {
            return new Reading.Refused<>(unreadable.problem, request.attempt());
        }
    }

    private Admission admission(RequestHead head, Optional<AttemptId> attempt) {
        Optional<RequestId> requestId = key(() -> policy.key().source().inHead(head, policy.names(), this::key));
        if (!(policy.key().source() instanceof KeySource.InBody)) {
            requireKey(requestId);
            if (requestId.isEmpty()) {
                return new Admission.Unkeyed(attempt);
            }
        }
        OperationName operation = operation(head);
        return new Admission.Keyed(head, client(head), operation, requestId, attempt);
    }

    private void requireKey(Optional<RequestId> key) {
        if (key.isEmpty() && policy.key().required()) {
            throw new UnreadableException(keyMissing());
        }
    }

    private Problem keyMissing() {
        KeySource source = policy.key().source();
        return new Problem(
                400,
                ProblemTypes.KEY_MISSING,
                "Idempotency key missing",
                "this endpoint requires an idempotency key in " + source.placeIn(policy.names())
                        + policy.key()
                                .lifetime()
                                .map(lifetime -> ", a UUIDv7 of at most " + lifetime.duration())
                                .orElse(""),
                Optional.of(source.nameIn(policy.names())));
    }

    private Optional<AttemptId> attempt(RequestHead head) {
        String name = policy.names().attempt();
        try {
            return head.singleHeader(name).map(AttemptId::new);
        } catch (InvalidIdentifierException invalid) {
            throw new UnreadableException(Problem.badHeader(name, invalid.reason()));
        }
    }

    private Optional<RequestId> key(Supplier<Optional<RequestId>> place) {
        BiFunction<String, String, Problem> problem =
                policy.key().source() instanceof KeySource.InHeader ? Problem::badHeader : Problem::badKey;
        try {
            return place.get();
        } catch (InvalidIdentifierException invalid) {
            throw new UnreadableException(problem.apply(invalid.kind(), invalid.reason()));
        }
    }

    private RequestId key(String text) {
        RequestId key = RequestId.of(text, policy.key().maxBytes());
        policy.key().lifetime().ifPresent(lifetime -> lifetime.check(key));
        return key;
    }

    private OperationName operation(RequestHead head) {
        try {
            return policy.key().scope().of(head);
        } catch (MalformedPathException malformed) {
            throw new UnreadableException(new Problem(
                    400,
                    ProblemTypes.BAD_TARGET,
                    "Malformed path",
                    "path " + malformed.getMessage(),
                    Optional.of("path")));
        } catch (InvalidIdentifierException invalid) {
            throw unreadable(head, invalid, 414, ProblemTypes.TARGET_TOO_LONG, "Target too long");
        }
    }

    private ClientId client(RequestHead head) {
        try {
            return clients.resolve(head);
        } catch (InvalidIdentifierException invalid) {
            throw unreadable(head, invalid, 400, ProblemTypes.BAD_CLIENT, "Unreadable client name");
        } catch (UnknownClientException unknown) {
            throw new UnreadableException(Problem.unknownClient(unknown.field()));
        }
    }

    /** A header field that cannot be read, or else this problem. */
    private static UnreadableException unreadable(
            RequestHead head, InvalidIdentifierException invalid, int status, String type, String title) {
        return new UnreadableException(
                head.headers(invalid.kind()).isEmpty()
                        ? new Problem(
                                status,
                                type,
                                title,
                                invalid.kind() + " " + invalid.reason(),
                                Optional.of(invalid.kind()))
                        : Problem.badHeader(invalid.kind(), invalid.reason()));
    }

    /** Ends the reading of one request; goes no further than this reader. */
    private static final class UnreadableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        UnreadableException(Problem problem) {
            super(problem.detail(), null, false, false);
            this.problem = problem;
        }
    }
}
