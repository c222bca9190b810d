package io.counterfoil.ledger.api;

import io.counterfoil.http.message.Problem;

/** What a request is for is not there, as its path or its query names it: 404. */
final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /**
     * @param kind of what is not there
     * @param field where it was named
     */
    NotFoundException(String kind, String field) {
        super("no such " + kind, null, false, false);
        this.problem = Problems.notFound(kind, field);
    }

    Problem problem() {
        return problem;
    }
}
