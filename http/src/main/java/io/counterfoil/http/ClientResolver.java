package io.counterfoil.http;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells whose request it is (RQ-5). Thread-safe. */
@FunctionalInterface
public interface ClientResolver {

    /**
     * The client, or {@link ClientId#ANONYMOUS} where it cannot be told.
     *
     * @throws InvalidIdentifierException when the request names a client in a way that cannot be read; its kind is the
     *     name of the field at fault
     */
    ClientId resolve(RequestHead request);

    /**
     * The client is what a header field says; trustworthy only in a closed system, or behind a gateway that sets it.
     * Without the field a request is anonymous.
     *
     * @throws IllegalArgumentException when the field tells addresses or programs apart, not clients
     */
    static ClientResolver header(String name) {
        if (NoClient.FIELDS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("the header field " + name
                    + " is no identity of a client: it is the same for different clients and differs between two tries of"
                    + " one. Name a field that carries the service's name, or resolve an authenticated principal");
        }
        return request -> {
            List<String> values = request.headers(name);
            if (values.size() > 1) {
                throw new InvalidIdentifierException(name, "is sent " + values.size() + " times, must be sent once");
            }
            try {
                return values.isEmpty() ? ClientId.ANONYMOUS : ClientId.of(values.get(0));
            } catch (InvalidIdentifierException invalid) {
                throw new InvalidIdentifierException(name, invalid.reason());
            }
        };
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
    }
}
