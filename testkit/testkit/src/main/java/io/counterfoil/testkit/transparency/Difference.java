package io.counterfoil.testkit.transparency;

/**
 * One thing that differs between two executions.
 *
 * @param aspect the part of the executions that differs
 * @param what the name of what differs in plain words, such as {@code header field Location} or {@code table transfer}
 * @param without what it is without a key; for {@link Aspect#REPLAY} what it was in the first execution under the key
 * @param with what it is with the key; for {@link Aspect#REPLAY} what it is in the replay
 */
public record Difference(Aspect aspect, String what, String without, String with) {

    /** The difference in one line for each side. */
    @Override
    public String toString() {
        boolean replay = aspect == Aspect.REPLAY;
        return "%s%n    %s %s%n    %s %s"
                .formatted(
                        what,
                        replay ? "first:      " : "without key:",
                        without,
                        replay ? "replay:     " : "with key:   ",
                        with);
    }
}
