package io.counterfoil.ledger.api;

import io.counterfoil.http.message.Problem;

/** The entity named by the path or the query does not exist: 404. */
public final class NotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /**
     * @param kind the kind of the missing entity
     * @param field the path variable or query parameter that named it
     */
    public NotFoundException(String kind, String field) {
        super("no such " + kind, null, false, false);
        this.problem = Problems.notFound(kind, field);
    }

    Problem problem() {
        return problem;
    }
}
