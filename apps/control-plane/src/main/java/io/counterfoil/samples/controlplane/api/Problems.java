package io.counterfoil.samples.controlplane.api;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.samples.controlplane.orchestrator.RefusedException;
import java.util.Optional;

/** What is answered when something cannot be done as asked (RFC 9457); the types are stable. */
public final class Problems {

    /** What every type of the control plane's own begins with. */
    public static final String PREFIX = ProblemTypes.PREFIX + "control-plane:";

    private Problems() {}

    static Problem invalid(String field, String reason) {
        return new Problem(
                400, PREFIX + "invalid-request", "Invalid request", field + " " + reason, Optional.of(field));
    }

    /** 404: there is no such thing; {@code field} says where it was named. */
    public static Problem notFound(String kind, String field) {
        return new Problem(404, PREFIX + "not-found", "Not found", "there is no such " + kind, Optional.of(field));
    }

    /** 409: what was asked for cannot be done here. */
    public static Problem unable(String detail) {
        return Problem.of(409, PREFIX + "unable", "Not possible", detail);
    }

    /** 503: the broker did not take the command. */
    static Problem brokerUnavailable() {
        return Problem.of(
                503,
                PREFIX + "broker-unavailable",
                "Broker unavailable",
                "the broker did not confirm the command; the same request can safely be sent again");
    }

    /** 503: the limit of concurrent listeners is reached. */
    public static Problem tooManyListeners(int limit) {
        return Problem.of(
                503,
                PREFIX + "too-many-listeners",
                "Too many listeners",
                limit + " listeners are connected, the maximum");
    }

    static Problem keyReused() {
        return new Problem(
                422,
                ProblemTypes.KEY_REUSED,
                "Idempotency key reused",
                "this idempotency key was used for the command with other data",
                Optional.of("data"));
    }

    static Problem inProgress() {
        return Problem.of(
                409,
                ProblemTypes.REQUEST_IN_PROGRESS,
                "Request in progress",
                "the original of this request is still being dispatched");
    }

    static Problem of(RefusedException refused) {
        return switch (refused.reason()) {
            case SWARM_EXISTS ->
                new Problem(
                        409,
                        PREFIX + "swarm-exists",
                        "Swarm exists",
                        "a swarm of this name exists or is being created under another key",
                        Optional.of("swarmId"));
            case NO_SUCH_SWARM -> notFound("swarm", "swarmId");
            case OTHER_DATA -> keyReused();
        };
    }
}
