package io.counterfoil.springboot;

import org.jspecify.annotations.Nullable;

/** The application cannot start: the message says what is wrong, and what to change. */
public final class CounterfoilStartUpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    /**
     * With both.
     *
     * @param description what is wrong, by name
     * @param action what to change
     */
    public CounterfoilStartUpException(String description, String action) {
        this(description, action, null);
    }

    /** The same, found out by another failure. */
    public CounterfoilStartUpException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    /** What is wrong, by name. */
    public String description() {
        return description;
    }

    /** What to change. */
    public String action() {
        return action;
    }
}
