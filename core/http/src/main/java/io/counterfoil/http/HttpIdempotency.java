package io.counterfoil.http;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.policy.OpenRequests;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The semantics of keyed requests, without a server: an adapter calls {@link #admit} with the head, reads the body, and
 * calls {@link #execute}, which decides whether the handler runs. Thread-safe.
 *
 * <p>A request is a duplicate of an earlier one when client, method, path and key are equal; the fingerprint of its body
 * distinguishes a retry from a mistake.
 *
 * <p>After a conflict (a serialization failure, a deadlock) a {@linkplain KeyedHandler#isRepeatable repeatable} handler runs again, as often as the
 * engine's policy has conflict retries. Any other runs at most once per call, because containers cannot run the rest of a filter chain twice:
 * the response is that of a store that failed then, 503, and the client's next attempt executes the request.
 *
 * <p>A response from status 500 up is treated like an exception: in transactional mode the work is rolled back; in lease mode its external
 * effect is unknown, and the rules for an expired lease apply.
 */
public final class HttpIdempotency {

    private final Idempotency engine;
    private final Idempotency withoutRetries;
    private final HttpPolicy policy;
    private final ClientResolver clients;
    private final ExchangeObserver observer;
    private final OpenRequests arriving;
    private final PayloadCodec<Response> codec;
    private final ResponseWriter responses;
    private final RequestReader requests;

    /**
     * Treats requests by these settings, without an observer.
     *
     * @param engine deduplicates; its policy sets the retention
     * @param policy limits and names
     * @param clients resolves the client of a request
     * @throws IllegalArgumentException when the engine's policy retains records for less than the {@linkplain KeyPolicy#lifetime
     *     lifetime of keys} requires
     */
    public HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients) {
        this(engine, policy, clients, new OpenRequests());
    }

    private HttpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients, OpenRequests arriving) {
        this(engine, policy, clients, ExchangeObserver.NONE, arriving);
        policy.key().lifetime().ifPresent(lifetime -> {
            check(lifetime, "retention.named", engine.policy().retention().named());
            check(lifetime, "retention.anonymous", engine.policy().retention().anonymous());
        });
    }

    private HttpIdempotency(
            Idempotency engine,
            HttpPolicy policy,
            ClientResolver clients,
            ExchangeObserver observer,
            OpenRequests arriving) {
        this.engine = engine;
        this.withoutRetries = engine.with(engine.policy().withLimits(limits -> limits.withConflictRetries(0)));
        this.policy = policy;
        this.clients = clients;
        this.observer = observer;
        this.arriving = arriving;
        this.codec = policy.responseCodec();
        this.responses = new ResponseWriter(policy);
        this.requests = new RequestReader(policy, clients);
    }

    private static void check(KeyLifetime lifetime, String name, Retention retention) {
        retention
                .duration()
                .filter(kept -> kept.compareTo(lifetime.leastRetention()) < 0)
                .ifPresent(shorter -> {
                    throw new IllegalArgumentException("key.lifetime is " + lifetime.duration() + " and needs a " + name
                            + " of at least " + lifetime.leastRetention() + ", not " + shorter);
                });
    }

    /**
     * {@return a copy with another observer} What the observer throws is logged and changes no response.
     *
     * @param other the observer, in place of the present one
     */
    public HttpIdempotency with(ExchangeObserver other) {
        return new HttpIdempotency(engine, policy, clients, new NonFailingObserver(other.watching(this)), arriving);
    }

    /**
     * {@return the treatment of another endpoint of the same service, without an observer} The bodies that one client is sending count for
     * both together.
     *
     * @param otherEngine deduplicates; its policy sets the retention
     * @param otherPolicy limits and names
     * @param otherClients resolves the client of a request
     * @throws IllegalArgumentException as the constructor does
     */
    public HttpIdempotency forEndpoint(Idempotency otherEngine, HttpPolicy otherPolicy, ClientResolver otherClients) {
        return new HttpIdempotency(otherEngine, otherPolicy, otherClients, arriving);
    }

    /** {@return limits and names, for adapters} */
    public HttpPolicy policy() {
        return policy;
    }

    /**
     * {@return whether the handler's work and its record are one transaction, on the thread that calls {@link #execute}; if not, the work is
     * done under a lease}
     */
    public boolean isTransactional() {
        return engine.isTransactional();
    }

    /**
     * Decides how to treat a request, from its head alone; nothing is stored yet. A refusal is reported to the observer.
     *
     * @param head the request's head
     * @return unkeyed, keyed, or refused with a response
     */
    public Admission admit(RequestHead head) {
        Reading<Admission> reading = requests.admit(head);
        return reading instanceof Reading.Refused<Admission> refused
                ? new Admission.Refused(refused(head, responses.refused(refused.problem(), refused.attempt())))
                : ((Reading.Read<Admission>) reading).value();
    }

    /**
     * {@return the response to a keyed request that the adapter cannot accept; nothing is claimed} The refusal is reported to the observer.
     *
     * @param request what {@link #admit} returned
     * @param problem why the request is refused
     */
    public Response refuse(Admission.Keyed request, Problem problem) {
        return refused(request.head(), responses.refused(problem, request.attempt()));
    }

    /**
     * Reads the body of a keyed request for {@link #execute}. As many bodies of one named client are read at a time, in one process, as
     * requests of it may be in progress ({@link io.counterfoil.idempotency.policy.ExecutionLimits#inProgressPerClient()}), because each one
     * that arrives slowly occupies a thread. They are counted apart from those in progress.
     *
     * @param <T> the type of what the reading returns
     * @param <X> the checked exceptions that the reading throws
     * @param request what {@link #admit} returned
     * @param body reads the body, in the calling thread
     * @return what the reading returned; empty where that many are being read: nothing was read then, and {@link #refuseTooManyOpen} is the
     *     response
     * @throws X what the reading threw
     */
    public <T, X extends Exception> Optional<T> read(Admission.Keyed request, BodyReading<T, X> body) throws X {
        OptionalInt limit = engine.policy().limits().inProgressOf(request.client());
        if (!arriving.enter(request.client(), limit)) {
            return Optional.empty();
        }
        try {
            return Optional.of(body.read());
        } finally {
            arriving.leave(request.client(), limit);
        }
    }

    /**
     * Reads the body of a request.
     *
     * @param <T> the type of what is read
     * @param <X> the checked exceptions that the reading throws
     */
    @FunctionalInterface
    public interface BodyReading<T, X extends Exception> {

        /**
         * Reads the body to its end.
         *
         * @return the body, in the adapter's form
         * @throws X when the body cannot be read
         */
        T read() throws X;
    }

    /**
     * {@return the response to a keyed request whose client is sending too many bodies; nothing is claimed} The refusal is reported to the
     * observer.
     *
     * @param request what {@link #admit} returned
     * @throws java.util.NoSuchElementException when the engine's policy has no limit of requests in progress, so that {@link #read} never
     *     returns empty
     */
    public Response refuseTooManyOpen(Admission.Keyed request) {
        int limit = engine.policy().limits().inProgressPerClient().orElseThrow();
        return refused(
                request.head(),
                responses.tooManyOpen(limit, engine.policy().duplicates().retryAfter(), request.attempt()));
    }

    private Response refused(RequestHead head, Response response) {
        observer.refused(head, response);
        return response;
    }

    /**
     * Executes a keyed request, or replays its stored response. A failure of the store becomes a response with status 503.
     *
     * @param <X> the checked exceptions that the handler throws
     * @param request what {@link #admit} returned
     * @param body the bytes of its body, at most as many as the policy allows; of a multipart body, whose bytes differ between
     *     attempts, a canonical form. Neither modified nor retained
     * @param handler the work behind the endpoint; not called for a duplicate, or a request that is rejected
     * @return the handler's response, its stored response, or a problem; with the header fields that the policy names
     * @throws X what the handler threw; nothing is recorded then, and the work ends as after a response from status 500 up
     */
    public <X extends Exception> Response execute(Admission.Keyed request, byte[] body, KeyedHandler<X> handler)
            throws X {
        Optional<RequestId> requestId = request.requestId();
        if (requestId.isEmpty()) {
            Reading<Optional<RequestId>> reading = requests.keyInBody(request, body);
            if (reading instanceof Reading.Refused<Optional<RequestId>> refused) {
                return refuse(request, refused.problem());
            }
            requestId = ((Reading.Read<Optional<RequestId>>) reading).value();
        }
        if (requestId.isEmpty()) {
            return responses.echoing(request.attempt(), handler.handle(Optional.empty()));
        }
        Fingerprint contents = policy.fingerprinting().of(request.head(), body);
        KeyedRequest keyed = new KeyedRequest(request.key(requestId.get()), contents, request.attempt());
        return execute(request.head(), keyed, handler);
    }

    private <X extends Exception> Response execute(RequestHead head, KeyedRequest request, KeyedHandler<X> handler)
            throws X {
        ExchangeObservation observation = observer.begin(head, request);
        HandlerAction<X> action = new HandlerAction<>(request.key(), handler, responses);
        ResponseWriter.Reply reply;
        try {
            Idempotency executing = handler.isRepeatable() ? engine : withoutRetries;
            Outcome<Response> outcome = executing.execute(request, codec, action);
            RequestLog.ended(request, outcome);
            reply = responses.reply(outcome);
        } catch (StoreException failure) {
            reply = storeFailed(request, failure, action.hasStarted());
        } catch (Throwable failure) {
            observation.failed(failure);
            throw failure;
        }
        Response response = responses.echoing(request.attempt(), reply.response());
        observation.answered(reply.outcome(), response);
        return response;
    }

    private ResponseWriter.Reply storeFailed(KeyedRequest request, StoreException failure, boolean started) {
        if (started) {
            RequestLog.storeFailed(request, failure);
            return responses.storeUnavailable(
                    "whether the request was executed is unknown; the same request can safely be sent again");
        }
        RequestLog.storeFailedBefore(request, failure);
        return responses.storeUnavailable("the request was not executed; it can safely be sent again");
    }
}
