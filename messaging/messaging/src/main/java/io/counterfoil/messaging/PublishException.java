package io.counterfoil.messaging;

/** A message that a broker has not confirmed. Says which topic, and why. */
public final class PublishException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is known of it. */
    private enum Kind {
        RETURNED,
        REFUSED,
        UNCONFIRMED
    }

    /** What the broker did with the message. */
    private final Kind kind;

    private PublishException(String message, Kind kind, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    private PublishException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /**
     * {@return the failure of a {@linkplain Message#isMandatory() mandatory} message that no queue or subscriber would get: the broker has not kept
     * it}
     *
     * @param message the message that was not published
     */
    public static PublishException returned(Message message) {
        return new PublishException(
                "no queue is bound to " + message.topic() + ": the message was returned", Kind.RETURNED);
    }

    /**
     * {@return the failure of a message that the broker refused, or one beside it, and would refuse again; see {@link #isRefused()}}
     *
     * @param message the refused message
     * @param why the broker's reason
     */
    public static PublishException refused(Message message, String why) {
        return new PublishException(refusal(message) + why, Kind.REFUSED);
    }

    /**
     * {@return the failure of a message that the broker refused, with a cause; see {@link #isRefused()}}
     *
     * @param message the refused message
     * @param cause the failure of the broker's client
     */
    public static PublishException refused(Message message, Throwable cause) {
        return new PublishException(refusal(message) + cause, Kind.REFUSED, cause);
    }

    private static String refusal(Message message) {
        return "a message to " + message.topic() + " was refused: ";
    }

    /**
     * {@return the failure of a message that was not confirmed: the broker may have it or not}
     *
     * @param message the message that was published
     * @param why the reason
     */
    public static PublishException unconfirmed(Message message, String why) {
        return new PublishException("a message to " + message.topic() + " was not confirmed: " + why, Kind.UNCONFIRMED);
    }

    /**
     * {@return the failure of a message that was not confirmed, with a cause: the broker may have it or not}
     *
     * @param message the message that was published
     * @param cause the failure of the broker's client
     */
    public static PublishException unconfirmed(Message message, Throwable cause) {
        return new PublishException(
                "a message to " + message.topic() + " was not confirmed: " + cause, Kind.UNCONFIRMED, cause);
    }

    /** {@return whether the broker certainly does not have it, because no queue would get it} */
    public boolean isReturned() {
        return kind == Kind.RETURNED;
    }

    /**
     * {@return whether the broker refused a message for what it is, such as its size or its topic, rather than for its own state} Where it ends
     * the session over it, that is the result of each message that was on its way then: published alone, the one at fault is refused
     * again.
     */
    public boolean isRefused() {
        return kind == Kind.REFUSED;
    }
}
