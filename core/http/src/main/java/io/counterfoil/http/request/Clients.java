package io.counterfoil.http.request;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The ready-made ways to tell clients apart. */
final class Clients {

    private Clients() {}

    static ClientId principal(RequestHead request) {
        return request.principal().map(name -> named("principal", name)).orElse(ClientId.ANONYMOUS);
    }

    record Header(String name) implements ClientResolver {

        @Override
        public ClientId resolve(RequestHead request) {
            return request.singleHeader(name).map(value -> named(name, value)).orElse(ClientId.ANONYMOUS);
        }
    }

    record ApiKey(String name, Function<String, Optional<String>> owners) implements ClientResolver {

        @Override
        public ClientId resolve(RequestHead request) {
            return request.singleHeader(name).map(this::owner).orElse(ClientId.ANONYMOUS);
        }

        private ClientId owner(String key) {
            String owner = owners.apply(key).orElseThrow(() -> new UnknownClientException(name));
            try {
                return ClientId.of(owner);
            } catch (InvalidIdentifierException invalid) {
                // The service's own list is at fault, not the request.
                throw new IllegalStateException(
                        "the owner of an API key in " + name + " is not a valid client name: it " + invalid.reason());
            }
        }
    }

    /** Clients of one kind. */
    record Kind(ClientResolver of, String kind) implements ClientResolver {

        private static final Pattern KIND = Pattern.compile("[a-z0-9-]{1,32}");

        Kind {
            if (!KIND.matcher(kind).matches()) {
                throw new IllegalArgumentException(
                        "a kind of client is 1 to 32 lower-case letters, digits and hyphens, not \"" + kind + '"');
            }
        }

        @Override
        public ClientId resolve(RequestHead request) {
            ClientId client = of.resolve(request);
            return client.isAnonymous() ? client : named("client name", kind + ":" + client.value());
        }
    }

    /** One resolver, and another where that cannot tell. */
    record FirstOf(ClientResolver first, ClientResolver second) implements ClientResolver {

        static ClientResolver ofDifferentKinds(ClientResolver first, ClientResolver second) {
            Set<String> kinds = new HashSet<>(kinds(first));
            for (String kind : kinds(second)) {
                if (!kinds.add(kind)) {
                    throw new IllegalArgumentException("two resolvers have the kind \"" + kind
                            + "\": give each its own kind with as(...), or join them with orOfTheSameNames(...)");
                }
            }
            return new FirstOf(first, second);
        }

        private static List<String> kinds(ClientResolver resolver) {
            if (resolver instanceof Kind kind) {
                return List.of(kind.kind());
            }
            if (resolver instanceof FirstOf both) {
                List<String> first = kinds(both.first());
                return Stream.concat(first.stream(), kinds(both.second()).stream())
                        .distinct()
                        .toList();
            }
            throw new IllegalArgumentException(
                    "a resolver without a kind is combined with another one: clients with the same name in both "
                            + "would be one client. Give each a kind with as(...), or join them with orOfTheSameNames(...)");
        }

        @Override
        public ClientId resolve(RequestHead request) {
            ClientId client = first.resolve(request);
            return client.isAnonymous() ? second.resolve(request) : client;
        }
    }

    private static ClientId named(String field, String name) {
        try {
            return ClientId.of(name);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(field, invalid.reason());
        }
    }
}
