package io.counterfoil.http;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.Operation;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The semantics of keyed requests, without a server: an adapter asks {@link #admit} about the head, reads the body, and
 * lets {@link #carryOut} decide whether the handler runs. Thread-safe.
 *
 * <p>A request is the same as an earlier one when client, method, path and key are (RQ-3, RQ-5); the fingerprint of its
 * body tells a retry from a mistake (RQ-11).
 */
public final class HttpIdempotency {

    private static final Logger log = LoggerFactory.getLogger(HttpIdempotency.class);

    private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(1);

    private final Idempotency engine;
    private final HttpPolicy policy;
    private final ClientResolver clients;
    private final ResponseCodec codec;

    /**
     * @param engine deduplicates, and says how long
     * @param policy limits and names
     * @param clients tells whose request it is
     */
    public HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients) {
        this.engine = engine;
        this.policy = policy;
        this.clients = clients;
        this.codec = new ResponseCodec(policy.maxStoredBytes());
    }

    /** Limits and names, for adapters. */
    public HttpPolicy policy() {
        return policy;
    }

    /** How a request is to be treated, from its head alone; nothing is stored yet. */
    public Admission admit(RequestHead head) {
        if (!policy.methods().contains(head.method())) {
            return new Admission.Unkeyed(Optional.empty());
        }
        HeaderNames names = policy.names();
        try {
            Optional<AttemptId> attempt = read(head, names.attempt(), AttemptId::new);
            Optional<RequestId> requestId = read(head, names.idempotencyKey(), KeyField::parse);
            if (requestId.isEmpty()) {
                return policy.keyRequired() ? new Admission.Refused(keyMissing()) : new Admission.Unkeyed(attempt);
            }
            ClientId client = clients.resolve(head);
            Operation operation = naming("path", head.method() + " " + head.path(), Operation::new);
            return new Admission.Keyed(new IdempotencyKey(client, operation, requestId.get()), attempt);
        } catch (InvalidIdentifierException invalid) {
            return new Admission.Refused(undecided(Problem.badHeader(invalid.kind(), invalid.reason())));
        }
    }

    private static <T> Optional<T> read(RequestHead head, String name, Function<String, T> reader) {
        List<String> values = head.headers(name);
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times, must be sent once");
        }
        return values.stream().findFirst().map(value -> naming(name, value, reader));
    }

    /** An identifier does not know where it was read; the client wants to. */
    private static <T> T naming(String field, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(field, invalid.reason());
        }
    }

    private Response keyMissing() {
        String name = policy.names().idempotencyKey();
        String detail = "this endpoint requires the header field " + name;
        return new Problem(400, ProblemTypes.KEY_MISSING, "Idempotency key missing", detail, Optional.of(name))
                .toResponse();
    }

    /** Answers a keyed request that an adapter cannot take; nothing is claimed. */
    public Response refuse(Admission.Keyed request, Problem problem) {
        return echoing(request.attempt(), undecided(problem));
    }

    /**
     * Answers a keyed request: by the handler, or by what is remembered.
     *
     * @throws X what the handler threw; nothing is remembered then, and its transaction was rolled back
     */
    public <X extends Exception> Response carryOut(Admission.Keyed request, byte[] body, Handler<X> handler) throws X {
        KeyedRequest keyed = new KeyedRequest(request.key(), Fingerprint.of(body), request.attempt());
        try {
            Outcome<Response> outcome = engine.execute(keyed, codec, lease -> {
                Response response = handler.handle();
                return policy.remembers(response.status())
                        ? Completion.remember(response)
                        : Completion.rollBack(response);
            });
            return echoing(request.attempt(), toResponse(keyed, outcome));
        } catch (StoreException failure) {
            log.error("Store of records failed [request_id={}]", keyed.key().requestId(), failure);
            return echoing(request.attempt(), storeUnavailable());
        }
    }

    private Response toResponse(KeyedRequest request, Outcome<Response> outcome) {
        RequestId id = request.key().requestId();
        String attempt = request.attempt().map(AttemptId::value).orElse("-");
        return outcome.match(
                executed -> {
                    int status = executed.value().status();
                    log.info("Request executed [request_id={}] [attempt={}] [status={}]", id, attempt, status);
                    return executed(executed);
                },
                replayed -> {
                    log.info(
                            "Request replayed [request_id={}] [attempt={}] [status={}] [request_count={}]",
                            id,
                            attempt,
                            replayed.value().status(),
                            replayed.record().requestCount());
                    return replayed(replayed.value(), replayed.record());
                },
                inFlight -> {
                    log.info("Request in progress elsewhere [request_id={}] [attempt={}]", id, attempt);
                    return inProgress(inFlight.retryAfter());
                },
                mismatched -> {
                    log.warn("Key reused for another payload [request_id={}] [attempt={}]", id, attempt);
                    return keyReused();
                });
    }

    private Response executed(Outcome.Executed<Response> executed) {
        Response response = executed.value();
        if (!executed.remembered() && policy.remembers(response.status()) && response.status() < 400) {
            return undecided(Problem.of(
                    500,
                    ProblemTypes.ROLLED_BACK,
                    "Rolled back",
                    "the handler answered with status " + response.status() + ", but its transaction was rolled back"));
        }
        // A handler that guards its data with a key of its own knows better whether this was a duplicate.
        Response told = response.header(policy.names().replayed()).isPresent()
                ? response
                : response.with(policy.names().replayed(), "false");
        return codec.fits(response) ? told : told.with(policy.names().stored(), "false");
    }

    private Response replayed(Response original, IdempotencyRecord record) {
        HeaderNames names = policy.names();
        return original.with(names.replayed(), "true")
                .with(names.firstReceived(), record.firstReceived().toString())
                .with(names.firstAttempt(), record.firstAttempt().map(AttemptId::value))
                .with(names.requestCount(), Long.toString(record.requestCount()));
    }

    private Response inProgress(Duration retryAfter) {
        return Problem.of(
                        409,
                        ProblemTypes.REQUEST_IN_PROGRESS,
                        "Request in progress",
                        "the original of this request is still being carried out")
                .toResponse()
                .with("Retry-After", Long.toString(Math.max(1, retryAfter.toSeconds())))
                .with(policy.names().replayed(), "true");
    }

    private Response keyReused() {
        String detail = "this idempotency key was used for a request with another body";
        return undecided(
                new Problem(422, ProblemTypes.KEY_REUSED, "Idempotency key reused", detail, Optional.of("body")));
    }

    private Response storeUnavailable() {
        return undecided(Problem.of(
                        503,
                        ProblemTypes.STORE_UNAVAILABLE,
                        "Store unavailable",
                        "whether the request was carried out is unknown; the same request can safely be sent again"))
                .with("Retry-After", Long.toString(STORE_RETRY_AFTER.toSeconds()));
    }

    private Response undecided(Problem problem) {
        return problem.toResponse().with(policy.names().replayed(), "false");
    }

    private Response echoing(Optional<AttemptId> attempt, Response response) {
        return response.with(policy.names().attempt(), attempt.map(AttemptId::value));
    }

    /** The work behind the endpoint. */
    @FunctionalInterface
    public interface Handler<X extends Exception> {

        /** Makes the response; its effects belong to the engine's unit of work. */
        Response handle() throws X;
    }
}
