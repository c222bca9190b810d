package io.counterfoil.http;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells whose request it is (RQ-5). Thread-safe. */
@FunctionalInterface
public interface ClientResolver {

    /** Knows nobody: all requests share one scope (RQ-6). */
    ClientResolver ANONYMOUS = request -> ClientId.ANONYMOUS;

    /**
     * The client is the authenticated principal; who is not authenticated is anonymous. The best one there is: nobody else can
     * use the principal's keys.
     */
    ClientResolver PRINCIPAL = request -> request.principal().map(ClientId::of).orElse(ClientId.ANONYMOUS);

    /**
     * The client, or {@link ClientId#ANONYMOUS} where it cannot be told.
     *
     * @throws InvalidIdentifierException when the request names a client in a way that cannot be read; its kind is the
     *     name of the field at fault
     * @throws UnknownClientException when the request claims to be somebody's and is not
     */
    ClientId resolve(RequestHead request);

    /**
     * The client is what a header field says; trustworthy only in a closed system, or behind a gateway that sets it.
     * Without the field a request is anonymous.
     *
     * @throws IllegalArgumentException when the field tells addresses or programs apart, not clients
     */
    static ClientResolver header(String name) {
        NoClient.refuse(name);
        return request ->
                naming(name, () -> single(request, name).map(ClientId::of)).orElse(ClientId.ANONYMOUS);
    }

    /**
     * The client is the owner of the API key in a header field; all keys of one owner are one client, so that a key can be
     * changed between two tries. Without the field a request is anonymous.
     *
     * @param name the header field
     * @param owners finds the owner by the key; empty for a key that nobody owns. Asked for each request
     * @throws IllegalArgumentException when the field tells addresses or programs apart, not clients
     */
    static ClientResolver apiKey(String name, Function<String, Optional<String>> owners) {
        NoClient.refuse(name);
        return request -> single(request, name)
                .map(key -> ClientId.of(owners.apply(key).orElseThrow(() -> new UnknownClientException(name))))
                .orElse(ClientId.ANONYMOUS);
    }

    /**
     * The same, with every name under this prefix: so that clients that two resolvers know by the same name stay two.
     *
     * @param kind such as {@code user}; a client is then {@code user:alice}
     */
    default ClientResolver as(String kind) {
        return request -> {
            ClientId client = resolve(request);
            return client.isAnonymous() ? client : ClientId.of(kind + ":" + client.value());
        };
    }

    /**
     * This one, and the other where this one cannot tell. Give each a {@linkplain #as prefix} of its own, unless both speak of the
     * same names.
     */
    default ClientResolver or(ClientResolver other) {
        return request -> {
            ClientId client = resolve(request);
            return client.isAnonymous() ? other.resolve(request) : client;
        };
    }

    private static Optional<String> single(RequestHead request, String name) {
        List<String> values = request.headers(name);
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times, must be sent once");
        }
        return values.stream().findFirst();
    }

    private static <T> T naming(String field, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(field, invalid.reason());
        }
    }

    /** A request claims to be somebody's and is not: 401. The message names the field, and never what it carries. */
    final class UnknownClientException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String field;

        /** @param field the header field at fault */
        public UnknownClientException(String field) {
            super(field + " names nobody who is known here");
            this.field = field;
        }

        /** The header field at fault. */
        public String field() {
            return field;
        }
    }

    /** Header fields that people take for a client's identity. */
    final class NoClient {

        private static final Set<String> FIELDS = Set.of(
                "user-agent",
                "forwarded",
                "x-forwarded-for",
                "x-real-ip",
                "x-client-ip",
                "true-client-ip",
                "cf-connecting-ip");

        private NoClient() {}

        private static void refuse(String name) {
            if (FIELDS.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "the header field " + name
                                + " is no identity of a client: it is the same for different clients and differs between two tries"
                                + " of one. Name a field that carries the service's name, or resolve an authenticated principal");
            }
        }
    }
}
