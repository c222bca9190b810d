package io.counterfoil.entities;

import java.nio.charset.StandardCharsets;

/**
 * The scope of names: client X's {@code 123} is not client Y's. Objects that the service creates itself are named in
 * {@link #SERVICE}, a namespace that no client name can produce.
 *
 * <p>In the database it is its {@linkplain #stored() stored text}, which {@link #ofStored} reads. An immutable value.
 */
public final class Namespace {

    /** The longest name of a client, in bytes of UTF-8. */
    public static final int MAX_BYTES = 255;

    private static final String CLIENT = "client:";

    /** The service's own names. */
    public static final Namespace SERVICE = new Namespace("service");

    /** The namespace of all anonymous clients: they share one namespace, and see each other's entities. */
    public static final Namespace ANONYMOUS = new Namespace(CLIENT);

    private final String stored;

    private Namespace(String stored) {
        this.stored = stored;
    }

    /**
     * {@return the namespace of one client: an authenticated principal, the owner behind an API key, a service}
     *
     * @param client its name, at most {@value #MAX_BYTES} bytes of UTF-8, no control character, no unpaired surrogate; any such name will
     *     do, and the empty one, which no client has, is {@link #ANONYMOUS}
     * @throws IllegalArgumentException if the name is invalid
     */
    public static Namespace ofClient(String client) {
        return client.isEmpty() ? ANONYMOUS : new Namespace(CLIENT + checked(client));
    }

    private static String checked(String client) {
        OpaqueText.fault(client, MAX_BYTES).ifPresent(reason -> {
            throw new IllegalArgumentException("a client's name " + reason);
        });
        int bytes = client.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a client's name must have at most %s bytes of UTF-8, has %s".formatted(MAX_BYTES, bytes));
        }
        return client;
    }

    /**
     * {@return the namespace of a stored text: the inverse of {@link #stored()}}
     *
     * @param text as {@link #stored()} wrote it
     * @throws IllegalArgumentException if the text is invalid
     */
    public static Namespace ofStored(String text) {
        if (text.startsWith(CLIENT)) {
            return ofClient(text.substring(CLIENT.length()));
        }
        if (text.equals(SERVICE.stored)) {
            return SERVICE;
        }
        throw new IllegalArgumentException("the stored text, of %s characters, is no namespace: %s, or %s and a name"
                .formatted(text.length(), SERVICE, CLIENT));
    }

    /** {@return the text for the database: {@code service}, or {@code client:} and the client's name, which may be empty; at most 262 bytes} */
    public String stored() {
        return stored;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Namespace that && stored.equals(that.stored);
    }

    @Override
    public int hashCode() {
        return stored.hashCode();
    }

    /** As it is stored. */
    @Override
    public String toString() {
        return OpaqueText.shown(stored);
    }
}
