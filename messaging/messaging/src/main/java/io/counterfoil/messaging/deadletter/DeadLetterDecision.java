package io.counterfoil.messaging.deadletter;

/**
 * Who decides about a dead letter, and why. Logged with the decision.
 *
 * @param operator the name under which the operator is known
 * @param reason in the operator's words
 */
public record DeadLetterDecision(String operator, String reason) {

    /** The longest name and reason, in UTF-16 units. */
    public static final int MAX_LENGTH = 1_000;

    /**
     * Checks the texts.
     *
     * @param operator not blank, at most {@value #MAX_LENGTH} characters
     * @param reason not blank, at most {@value #MAX_LENGTH} characters
     * @throws IllegalArgumentException when one is blank or too long
     */
    public DeadLetterDecision {
        check("operator", operator);
        check("reason", reason);
    }

    private static void check(String what, String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "the " + what + " of a decision has 1 to " + MAX_LENGTH + " characters, not " + text.length());
        }
    }

    /** On one line, for the log. */
    @Override
    public String toString() {
        return "[by=" + oneLine(operator) + "] [reason=" + oneLine(reason) + "]";
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\s]+", " ");
    }
}
