package io.counterfoil.http;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.PayloadCodec;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

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

    private final Idempotency engine;
    private final HttpPolicy policy;
    private final ClientResolver clients;
    private final ExchangeObserver observer;
    private final RequestKeys keys;
    private final PayloadCodec<Response> codec;
    private final Answers answers;
    private final Reception reception;
    private final Outcomes outcomes;

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
        this.codec = ResponseCodec.keeping(
                policy.storedFields().without(policy.names().ofOneResponse()));
        this.answers = new Answers(policy.names(), policy.documentation());
        this.reception = new Reception(policy, clients, keys, answers);
        this.outcomes = new Outcomes(policy, answers);
    }

    /** The same, watched by this observer and no other; what the observer throws is logged and changes no answer. */
    public HttpIdempotency with(ExchangeObserver other) {
        return new HttpIdempotency(engine, policy, clients, new UnobtrusiveObserver(other.watching(this)));
    }

    /** Limits and names, for adapters. */
    public HttpPolicy policy() {
        return policy;
    }

    /**
     * Whether the handler's work and its record are one transaction, on the thread that calls {@link #carryOut}; if not, the work is
     * done under a lease and may be on any thread that {@code carryOut} waits for.
     */
    public boolean isTransactional() {
        return engine.isTransactional();
    }

    /** How a request is to be treated, from its head alone; nothing is stored yet. */
    public Admission admit(RequestHead head) {
        Admission admission = reception.admit(head);
        if (admission instanceof Admission.Refused refused) {
            observer.refused(head, refused.response());
        }
        return admission;
    }

    /** Answers a keyed request that an adapter cannot take; nothing is claimed. */
    public Response refuse(Admission.Keyed request, Problem problem) {
        return refused(request, answers.undecided(problem));
    }

    /**
     * Reads the body of a keyed request for {@link #carryOut}. As many bodies of one named client are read at a time, in one process, as
     * requests of it may be in progress ({@link io.counterfoil.idempotency.IdempotencyPolicy#maxOpenPerClient()}), because each one that arrives
     * slowly holds a thread.
     *
     * @return empty where that many are being read: nothing was read then, and {@link #refuseTooManyOpen} has the answer
     * @throws X what the reading threw
     */
    public <T, X extends Exception> Optional<T> read(Admission.Keyed request, Idempotency.Arrival<T, X> body) throws X {
        return engine.arriving(request.client(), body);
    }

    /** Answers a keyed request whose client has too many bodies on their way; nothing is claimed. */
    public Response refuseTooManyOpen(Admission.Keyed request) {
        int limit = engine.policy().maxOpenPerClient().orElseThrow();
        return refused(
                request,
                answers.tooManyInProgress(
                        new Outcome.TooManyInProgress<>(limit, engine.policy().retryAfter())));
    }

    private Response refused(Admission.Keyed request, Response answer) {
        Response response = answers.echoing(request.attempt(), answer);
        observer.refused(request.head(), response);
        return response;
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
        } catch (RefusedRequest refused) {
            return refused(request, answers.refused(refused));
        }
        if (requestId.isEmpty()) {
            return policy.keyRequired()
                    ? refused(request, answers.keyMissing(policy.key()))
                    : answers.echoing(request.attempt(), handler.handle(Optional.empty()));
        }
        Fingerprint contents = policy.fingerprinting().of(request.head(), body);
        KeyedRequest keyed = new KeyedRequest(request.key(requestId.get()), contents, request.attempt());
        return observed(request.head(), keyed, handler);
    }

    private <X extends Exception> Response observed(RequestHead head, KeyedRequest request, Handler<X> handler)
            throws X {
        ExchangeObserver.Observation observation = observer.begin(head, request);
        Judgement judgement;
        try {
            judgement = judge(request, handler);
        } catch (Throwable failure) {
            observation.failed(failure);
            throw failure;
        }
        Response response = answers.echoing(request.attempt(), judgement.response());
        observation.answered(judgement.disposition(), response);
        return response;
    }

    private <X extends Exception> Judgement judge(KeyedRequest request, Handler<X> handler) throws X {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            Outcome<Response> outcome = engine.execute(request, codec, execution -> {
                begun.set(true);
                return completion(handler.handle(Optional.of(new KeyedExecution(request.key(), execution))));
            });
            return outcomes.judge(request, outcome);
        } catch (FailedResponse failed) {
            return outcomes.failed(request, failed.response);
        } catch (StoreException failure) {
            return begun.get() ? outcomes.storeFailed(request, failure) : outcomes.notBegun(request, failure);
        }
    }

    private Completion<Response> completion(Response response) {
        return switch (policy.remembering().fate(response)) {
            case DONE -> stored(Completion.remember(response));
            case REFUSED -> stored(Completion.refuse(response));
            case NOT_DONE -> Completion.forget(response);
            case FAILED -> throw new FailedResponse(response);
        };
    }

    private Completion<Response> stored(Completion<Response> completion) {
        return policy.storedFields().permitStoring(completion.value()) ? completion : completion.withoutStoredResult();
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
