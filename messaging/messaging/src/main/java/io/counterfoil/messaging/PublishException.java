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

    private final Kind kind;

    private PublishException(String message, Kind kind, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    private PublishException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /** No queue or subscriber would get it, and it was {@linkplain Message#isMandatory() mandatory}: the broker has not kept it. */
    public static PublishException returned(Message message) {
        return new PublishException(
                "no queue is bound to " + message.topic() + ": the message was returned", Kind.RETURNED);
    }

    /** {@return the broker refused it, or one beside it, and would again; see {@link #isRefused()}} */
    public static PublishException refused(Message message, String why) {
        return new PublishException(refusal(message) + why, Kind.REFUSED);
    }

    /** {@return the same, for this reason} */
    public static PublishException refused(Message message, Throwable cause) {
        return new PublishException(refusal(message) + cause, Kind.REFUSED, cause);
    }

    private static String refusal(Message message) {
        return "a message to " + message.topic() + " was refused: ";
    }

    /** {@return the broker said no, or nothing: it may have it or not} */
    public static PublishException unconfirmed(Message message, String why) {
        return new PublishException("a message to " + message.topic() + " was not confirmed: " + why, Kind.UNCONFIRMED);
    }

    /** {@return the same, for this reason} */
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
