package io.counterfoil.idempotency.key;

/**
 * The client of a request: the scope within which a request ID is unique.
 *
 * <p>An authenticated principal, the owner behind an API key, or a service's name; 1 to {@value #MAX_BYTES} bytes of
 * UTF-8. Requests without a known client share {@link #ANONYMOUS}. An immutable value.
 */
public final class ClientId {

    /** The longest name of a client, in bytes of UTF-8. */
    public static final int MAX_BYTES = 255;

    /** The scope of all requests without a known client; equal to no named client. */
    public static final ClientId ANONYMOUS = new ClientId("");

    private final String value;

    private ClientId(String value) {
        this.value = value;
    }

    /**
     * {@return a named client}
     *
     * @param name the name, 1 to {@value #MAX_BYTES} bytes of UTF-8 without control characters
     * @throws InvalidIdentifierException when the name is empty, longer than {@value #MAX_BYTES} bytes or unreadable
     */
    public static ClientId of(String name) {
        return new ClientId(Texts.check("client name", name, MAX_BYTES));
    }

    /**
     * {@return the client a store kept under {@link #value()}: the inverse of that method}
     *
     * @param value the stored text; empty for {@link #ANONYMOUS}
     * @throws InvalidIdentifierException when the text is no name of a client
     */
    public static ClientId ofStored(String value) {
        return value.isEmpty() ? ANONYMOUS : of(value);
    }

    /** {@return the name; empty for {@link #ANONYMOUS}, and for no other} */
    public String value() {
        return value;
    }

    /** {@return whether this is {@link #ANONYMOUS}} */
    public boolean isAnonymous() {
        return value.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClientId that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** The name, or {@code (anonymous)}; fit for a line of a log or a message, as {@link RequestId#toString}. */
    @Override
    public String toString() {
        return isAnonymous() ? "(anonymous)" : Texts.shown(value);
    }
}
