package io.counterfoil.testkit.explore;

/**
 * An effect that took place.
 *
 * @param name the name among the effects of the action; empty if it has one
 * @param contents the contents of the request
 * @param lease the number of the lease that it took place under
 */
record Effect(String name, String contents, int lease) {

    /** The result that reports it. */
    String answer() {
        return contents + (name.isEmpty() ? "" : " " + name) + " under lease " + lease;
    }
}
