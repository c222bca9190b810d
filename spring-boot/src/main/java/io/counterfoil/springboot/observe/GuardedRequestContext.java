package io.counterfoil.springboot.observe;

import io.counterfoil.http.ExchangeObserver.HttpOutcome;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.micrometer.observation.Observation;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A guarded request under observation. Used by the thread that carries it out. */
public final class GuardedRequestContext extends Observation.Context {

    private final RequestHead head;
    private final Optional<KeyedRequest> request;
    private final Optional<Boolean> transactional;
    private @Nullable HttpOutcome outcome;
    private int status;

    GuardedRequestContext(RequestHead head, Optional<KeyedRequest> request, Optional<Boolean> transactional) {
        this.head = head;
        this.request = request;
        this.transactional = transactional;
    }

    /** The head of the request. */
    public RequestHead head() {
        return head;
    }

    /** Its key, fingerprint and attempt; empty where it was refused before they were known. */
    public Optional<KeyedRequest> request() {
        return request;
    }

    /** Whether effect and record are one transaction; false under a lease, empty where it is unknown. */
    public Optional<Boolean> transactional() {
        return transactional;
    }

    /** What became of it; empty before its end. */
    public Optional<HttpOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /** The status of its response; empty before its end, and where the handler threw. */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    void answered(HttpOutcome how, int with) {
        outcome = how;
        status = with;
    }

    void failed() {
        outcome = HttpOutcome.FAILED;
    }
}
