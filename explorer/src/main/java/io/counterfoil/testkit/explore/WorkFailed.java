package io.counterfoil.testkit.explore;

/** What an action throws, by its script or because its effect was fenced off. */
final class WorkFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WorkFailed(String why) {
        super(why, null, false, false);
    }
}
