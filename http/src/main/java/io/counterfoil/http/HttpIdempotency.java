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
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The semantics of keyed requests, without a server: an adapter asks {@link #admit} about the head, reads the body, and
 * lets {@link #carryOut} decide whether the handler runs. Thread-safe.
 *
 * <p>A request is the same as an earlier one when client, method, path and key are (RQ-3, RQ-5); the fingerprint of its
 * body tells a retry from a mistake (RQ-11).
 *
 * <p>A handler runs once in a call, whatever number of conflict retries the engine's policy has: containers cannot run
 * what is behind a filter a second time. A unit of work that lost a conflict is answered as a store that failed, 503, and the
 * client's next try does it anew.
 *
 * <p>A response from status 500 up says of the work what an exception says: in transactional mode it is rolled back; in lease
 * mode nobody knows what it did elsewhere, and what follows is what follows a lease that ran out.
 */
public final class HttpIdempotency {

    private static final Logger log = LoggerFactory.getLogger(HttpIdempotency.class);

    private final Idempotency engine;
    private final HttpPolicy policy;
    private final ClientResolver clients;
    private final Answers answers;

    /**
     * @param engine deduplicates, and says how long
     * @param policy limits and names
     * @param clients tells whose request it is
     */
    public HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients) {
        this.engine = engine.with(engine.policy().withConflictRetries(0));
        this.policy = policy;
        this.clients = clients;
        this.answers = new Answers(policy.names());
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
            return new Admission.Refused(answers.undecided(Problem.badHeader(invalid.kind(), invalid.reason())));
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
        return echoing(request.attempt(), answers.undecided(problem));
    }

    /**
     * Answers a keyed request: by the handler, or by what is remembered.
     *
     * @throws X what the handler threw; nothing is remembered then, and what became of the work is what becomes of it after
     *     a response from status 500 up
     */
    public <X extends Exception> Response carryOut(Admission.Keyed request, byte[] body, Handler<X> handler) throws X {
        KeyedRequest keyed = new KeyedRequest(request.key(), Fingerprint.of(body), request.attempt());
        return echoing(request.attempt(), answer(keyed, handler));
    }

    private <X extends Exception> Response answer(KeyedRequest request, Handler<X> handler) throws X {
        try {
            Outcome<Response> outcome =
                    engine.execute(request, ResponseCodec.CODEC, execution -> completion(handler.handle()));
            return outcome.match(
                    executed -> executed(request, executed),
                    replayed -> replayed(request, replayed),
                    declined -> declined(request, declined));
        } catch (FailedResponse failed) {
            logExecuted(request, failed.response);
            return answers.original(failed.response);
        } catch (StoreException failure) {
            log.error("Store of records failed [request_id={}]", request.key().requestId(), failure);
            return answers.storeUnavailable();
        }
    }

    private static Completion<Response> completion(Response response) {
        return switch (HttpPolicy.fate(response)) {
            case DONE -> Completion.remember(response);
            case REFUSED -> Completion.refuse(response);
            case NOT_DONE -> Completion.forget(response);
            case FAILED -> throw new FailedResponse(response);
        };
    }

    private Response executed(KeyedRequest request, Outcome.Executed<Response> executed) {
        Response response = executed.value();
        logExecuted(request, response);
        return switch (executed.kept()) {
            case ANSWER -> answers.original(response);
            case NO_ANSWER -> answers.original(response).with(policy.names().stored(), "false");
            // The handler's own transaction was marked for roll-back, behind its back or not.
            case NOTHING -> response.status() < 400 ? answers.rolledBack(response) : answers.original(response);
        };
    }

    private static void logExecuted(KeyedRequest request, Response response) {
        log.info(
                "Request executed [request_id={}] [attempt={}] [status={}]",
                request.key().requestId(),
                attempt(request),
                response.status());
    }

    private Response replayed(KeyedRequest request, Outcome.Replayed<Response> replayed) {
        log.info(
                "Request replayed [request_id={}] [attempt={}] [status={}] [request_count={}]",
                request.key().requestId(),
                attempt(request),
                replayed.value().status(),
                replayed.record().requestCount());
        return answers.duplicate(replayed.value(), replayed.record());
    }

    private Response declined(KeyedRequest request, Outcome.Declined<Response> declined) {
        log.atLevel(declined instanceof Outcome.InFlight ? Level.INFO : Level.WARN)
                .log(
                        "Request declined [request_id={}] [attempt={}] [reason={}]",
                        request.key().requestId(),
                        attempt(request),
                        declined.getClass().getSimpleName());
        return declined.match(
                inFlight -> answers.inProgress(inFlight.retryAfter()),
                mismatched -> answers.keyReused(),
                notKept -> answers.duplicate(Answers.responseNotStored(), notKept.record()),
                unknown -> answers.duplicate(Answers.outcomeUnknown()),
                tooMany -> answers.tooManyOpen(tooMany));
    }

    private static String attempt(KeyedRequest request) {
        return request.attempt().map(AttemptId::value).orElse("-");
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

    /** Carries a response out of the engine's unit of work, which it undoes. */
    private static final class FailedResponse extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Response response;

        FailedResponse(Response response) {
            super("status " + response.status(), null, false, false);
            this.response = response;
        }
    }
}
