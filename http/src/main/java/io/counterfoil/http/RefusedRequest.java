package io.counterfoil.http;

/** A request that is refused by what its own head or body says; carries the answer out of whatever was reading it. */
final class RefusedRequest extends RuntimeException {

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
