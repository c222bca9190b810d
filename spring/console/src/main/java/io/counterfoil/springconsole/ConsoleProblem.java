package io.counterfoil.springconsole;

import io.counterfoil.http.message.Problem;

/** A request to the console's API is refused: the response is the problem. */
public final class ConsoleProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /**
     * Makes an exception that ends the request with a problem.
     *
     * @param problem the response
     */
    public ConsoleProblem(Problem problem) {
        super(problem.title());
        this.problem = problem;
    }

    /** {@return the response} */
    public Problem problem() {
        return problem;
    }
}
