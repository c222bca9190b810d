package io.counterfoil.http.request;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Identifies the client of a request. Responses for one client are never shown to another one, so a resolver must give
 * different clients different names, and must not rely on unauthenticated request data. Thread-safe.
 *
 * <p>Any exception other than the two declared ones is propagated to the server, and nothing is claimed.
 */
@FunctionalInterface
public interface ClientResolver {

    /** Resolves no client: all requests share one scope. */
    ClientResolver ANONYMOUS = request -> ClientId.ANONYMOUS;

    /**
     * The client is the authenticated principal; a request without one is anonymous. The best choice: no other client can
     * use the principal's keys.
     */
    ClientResolver PRINCIPAL = Clients::principal;

    /**
     * {@return the client, or {@link ClientId#ANONYMOUS} where it is unknown}
     *
     * @param request the request's head
     * @throws InvalidIdentifierException when the request names a client in a way that cannot be read; its kind is the
     *     name of the header field at fault, or describes what else is
     * @throws UnknownClientException when the request has an unknown API key
     */
    ClientId resolve(RequestHead request);

    /**
     * {@return a resolver by which the client is the value of a header field; trustworthy only in a closed system, or behind a gateway that
     * sets it and lets no other through} Without the field a request is anonymous.
     *
     * @param name the field's name
     * @throws IllegalArgumentException when this is no name of a header field, or the field identifies addresses,
     *     programs or single attempts instead of clients, or carries a secret, which would be stored and logged as a
     *     name
     */
    static ClientResolver header(String name) {
        ForbiddenClientHeaders.refuseAsName(name);
        return new Clients.Header(name);
    }

    /**
     * {@return a resolver by which the client is the owner of the API key in a header field; all keys of one owner are one client, so that
     * a key can be changed between two attempts} Without the field a request is anonymous; with an unknown key it is refused.
     *
     * <p>The key goes to the function and nowhere else: into no message, log or store. Keep only a digest of it, and look that up: a
     * comparison that ends at the first wrong character reveals how much of a guess was right.
     *
     * @param name the field's name
     * @param owners finds the owner by the key; empty for an unknown key. Called for each request, after its other fields were
     *     found right
     * @throws IllegalArgumentException when this is no name of a header field, or the field identifies addresses,
     *     programs or single attempts instead of clients
     */
    static ClientResolver apiKey(String name, Function<String, Optional<String>> owners) {
        ForbiddenClientHeaders.refuseAsKey(name);
        return new Clients.ApiKey(name, owners);
    }

    /**
     * {@return a resolver that puts this one's names under a prefix, so that clients which two resolvers know by the same name stay two}
     *
     * @param kind 1 to 32 lower-case letters, digits and hyphens, such as {@code user}; a client is then {@code user:alice}
     * @throws IllegalArgumentException when the kind is anything else
     */
    default ClientResolver as(String kind) {
        return new Clients.Kind(this, kind);
    }

    /**
     * {@return a resolver that uses another one for requests that are anonymous to this one} Each needs {@linkplain #as a kind} of its own:
     * without it, a client that is known as {@code alice} by a header field would get the responses of the principal {@code alice}.
     *
     * @param other resolves the client where this one returns {@link ClientId#ANONYMOUS}
     * @throws IllegalArgumentException when one has no kind, or both have the same
     */
    default ClientResolver or(ClientResolver other) {
        return Clients.FirstOf.ofDifferentKinds(this, other);
    }

    /**
     * {@return a resolver that uses another one for requests that are anonymous to this one; both mean the same client by the same name, as
     * an account that can log in and has API keys too}
     *
     * @param other resolves the client where this one returns {@link ClientId#ANONYMOUS}
     */
    default ClientResolver orOfTheSameNames(ClientResolver other) {
        return new Clients.FirstOf(this, other);
    }
}
