package io.counterfoil.testkit.explore;

/** Thrown by an action according to its script, or because its effect was rejected by the fence. */
final class WorkFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WorkFailed(String why) {
        super(why, null, false, false);
    }
}
