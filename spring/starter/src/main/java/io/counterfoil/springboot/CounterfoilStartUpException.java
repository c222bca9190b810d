package io.counterfoil.springboot;

import org.jspecify.annotations.Nullable;

/** The application cannot start: the message says what is wrong, and what to change. */
public final class CounterfoilStartUpException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    private final String description;
    /** What to change. */
    private final String action;

    /**
     * Makes an exception without a cause.
     *
     * @param description what is wrong, by name
     * @param action what to change
     */
    public CounterfoilStartUpException(String description, String action) {
        this(description, action, null);
    }

    /**
     * Makes an exception for a failure that another one has shown.
     *
     * @param description what is wrong, by name
     * @param action what to change
     * @param cause the other failure; {@code null} for none
     */
    public CounterfoilStartUpException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    /** {@return what is wrong, by name} */
    public String description() {
        return description;
    }

    /** {@return what to change} */
    public String action() {
        return action;
    }
}
