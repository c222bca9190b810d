package io.counterfoil.testkit.explore;

/**
 * One effect that took place.
 *
 * @param name which one of the action's; empty where it has one
 * @param contents what the request contained that asked for it
 * @param lease the how-manieth lease of the key it took place under
 */
record Effect(String name, String contents, int lease) {

    /** The answer that tells of it. */
    String answer() {
        return contents + (name.isEmpty() ? "" : " " + name) + " under lease " + lease;
    }
}
