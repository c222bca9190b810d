package io.counterfoil.http;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.PayloadCodec;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Optional;
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
    private final ExchangeObserver observer;
    private final RequestKeys keys;
    private final PayloadCodec<Response> codec;
    private final Answers answers;

    /**
     * @param engine deduplicates, and says how long
     * @param policy limits and names
     * @param clients tells whose request it is
     */
    public HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients) {
        this(engine.with(engine.policy().withConflictRetries(0)), policy, clients, ExchangeObserver.NONE);
    }

    private HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients, ExchangeObserver observer) {
        this.engine = engine;
        this.policy = policy;
        this.clients = clients;
        this.observer = observer;
        this.keys = new RequestKeys(policy.key(), policy.names());
        this.codec = ResponseCodec.keeping(policy.storedFields());
        this.answers = new Answers(policy.names());
    }

    /** The same, watched by this observer and no other. */
    public HttpIdempotency with(ExchangeObserver other) {
        return new HttpIdempotency(engine, policy, clients, other);
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
        try {
            Optional<AttemptId> attempt =
                    RequestKeys.single(head, policy.names().attempt(), AttemptId::new);
            Optional<RequestId> requestId = keys.inHead(head);
            if (requestId.isEmpty() && !keys.isInBody()) {
                return policy.keyRequired() ? new Admission.Refused(keyMissing()) : new Admission.Unkeyed(attempt);
            }
            ClientId client = clients.resolve(head);
            return new Admission.Keyed(head, client, policy.scope().of(head), requestId, attempt);
        } catch (InvalidIdentifierException invalid) {
            return new Admission.Refused(unreadable(invalid));
        } catch (ClientResolver.UnknownClientException unknown) {
            return new Admission.Refused(answers.unknownClient(unknown));
        }
    }

    private Response unreadable(InvalidIdentifierException invalid) {
        return answers.undecided(Problem.badHeader(invalid.kind(), invalid.reason()));
    }

    private Response keyMissing() {
        String name = policy.key().nameIn(policy.names());
        return answers.keyMissing(name);
    }

    /** Answers a keyed request that an adapter cannot take; nothing is claimed. */
    public Response refuse(Admission.Keyed request, Problem problem) {
        return echoing(request.attempt(), answers.undecided(problem));
    }

    /**
     * Answers a keyed request: by the handler, or by what is remembered.
     *
     * @param body the bytes of its body, at most as many as the policy allows; of a multipart body, whose bytes differ from try
     *     to try, a canonical form. Not changed, and not kept
     * @throws X what the handler threw; nothing is remembered then, and what became of the work is what becomes of it after
     *     a response from status 500 up
     */
    public <X extends Exception> Response carryOut(Admission.Keyed request, byte[] body, Handler<X> handler) throws X {
        Optional<RequestId> requestId;
        try {
            requestId = request.requestId().or(() -> keys.inBody(body));
        } catch (InvalidIdentifierException invalid) {
            return echoing(request.attempt(), unreadable(invalid));
        }
        if (requestId.isEmpty()) {
            return echoing(request.attempt(), policy.keyRequired() ? keyMissing() : handler.handle(Optional.empty()));
        }
        Fingerprint contents = policy.fingerprinting().of(request.head(), body);
        KeyedRequest keyed = new KeyedRequest(request.key(requestId.get()), contents, request.attempt());
        return echoing(request.attempt(), observed(request.head(), keyed, handler));
    }

    private <X extends Exception> Response observed(RequestHead head, KeyedRequest request, Handler<X> handler)
            throws X {
        ExchangeObserver.Observation observation = observer.begin(head);
        try {
            Answered answered = answer(request, handler);
            observation.answered(answered.disposition(), answered.response());
            return answered.response();
        } catch (Throwable failure) {
            observation.failed(failure);
            throw failure;
        }
    }

    private <X extends Exception> Answered answer(KeyedRequest request, Handler<X> handler) throws X {
        try {
            Outcome<Response> outcome = engine.execute(
                    request,
                    codec,
                    execution -> completion(handler.handle(Optional.of(new KeyedExecution(request.key(), execution)))));
            return outcome.match(
                    executed -> executed(request, executed),
                    replayed -> replayed(request, replayed),
                    declined -> declined(request, declined));
        } catch (FailedResponse failed) {
            logExecuted(request, failed.response);
            return new Answered(Disposition.FAILED, answers.original(failed.response));
        } catch (StoreException failure) {
            log.error("Store of records failed [request_id={}]", request.key().requestId(), failure);
            return new Answered(Disposition.STORE_UNAVAILABLE, answers.storeUnavailable());
        }
    }

    private Completion<Response> completion(Response response) {
        return switch (policy.remembering().fate(response)) {
            case DONE -> Completion.remember(response);
            case REFUSED -> Completion.refuse(response);
            case NOT_DONE -> Completion.forget(response);
            case FAILED -> throw new FailedResponse(response);
        };
    }

    private Answered executed(KeyedRequest request, Outcome.Executed<Response> executed) {
        Response response = executed.value();
        logExecuted(request, response);
        return switch (executed.kept()) {
            case ANSWER -> new Answered(Disposition.EXECUTED, answers.original(response));
            case NO_ANSWER ->
                new Answered(
                        Disposition.NOT_STORED,
                        answers.original(response).with(policy.names().stored(), "false"));
            // The handler's own transaction was marked for roll-back, behind its back or not.
            case NOTHING ->
                new Answered(
                        Disposition.NOT_REMEMBERED,
                        response.status() < 400 ? answers.rolledBack(response) : answers.original(response));
        };
    }

    private static void logExecuted(KeyedRequest request, Response response) {
        log.info(
                "Request executed [request_id={}] [attempt={}] [status={}]",
                request.key().requestId(),
                attempt(request),
                response.status());
    }

    private Answered replayed(KeyedRequest request, Outcome.Replayed<Response> replayed) {
        log.info(
                "Request replayed [request_id={}] [attempt={}] [status={}] [request_count={}]",
                request.key().requestId(),
                attempt(request),
                replayed.value().status(),
                replayed.record().requestCount());
        return new Answered(Disposition.REPLAYED, answers.duplicate(replayed.value(), replayed.record()));
    }

    private Answered declined(KeyedRequest request, Outcome.Declined<Response> declined) {
        log.atLevel(declined instanceof Outcome.InFlight ? Level.INFO : Level.WARN)
                .log(
                        "Request declined [request_id={}] [attempt={}] [reason={}]",
                        request.key().requestId(),
                        attempt(request),
                        declined.getClass().getSimpleName());
        return declined.match(
                inFlight -> new Answered(Disposition.IN_PROGRESS, answers.inProgress(inFlight.retryAfter())),
                mismatched -> new Answered(Disposition.KEY_REUSED, answers.keyReused()),
                notKept -> new Answered(
                        Disposition.RESPONSE_NOT_STORED,
                        answers.duplicate(Answers.responseNotStored(), notKept.record())),
                unknown -> new Answered(Disposition.OUTCOME_UNKNOWN, answers.duplicate(Answers.outcomeUnknown())),
                tooMany -> new Answered(Disposition.TOO_MANY_OPEN, answers.tooManyOpen(tooMany)));
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

        /**
         * Makes the response; its effects belong to the engine's unit of work.
         *
         * @param right the key and the right under which it runs; empty where the key would be in the body and is not
         */
        Response handle(Optional<KeyedExecution> right) throws X;
    }

    /** A response, and the word for it. */
    private record Answered(Disposition disposition, Response response) {}

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
