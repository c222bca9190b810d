package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.springboot.ApiKeyOwners;
import io.counterfoil.springboot.CounterfoilProperties;
import io.counterfoil.springboot.CounterfoilProperties.Client;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Creates the resolver of clients from the settings; contradicting settings are rejected. */
record Clients(CounterfoilProperties properties, boolean headerIsSet, Optional<ApiKeyOwners> owners, boolean security) {

    private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

    static Clients of(
            CounterfoilProperties properties,
            Environment environment,
            Optional<ApiKeyOwners> owners,
            @Nullable ClassLoader loader) {
        return new Clients(
                properties,
                Binder.get(environment)
                        .bind("counterfoil.client-header", String.class)
                        .isBound(),
                owners,
                ClassUtils.isPresent(SECURITY, loader));
    }

    ClientResolver resolver() {
        Client client = client();
        refuseUnused(client, Client.HEADER, headerIsSet, "client-header");
        refuseUnused(client, Client.API_KEY, properties.apiKeyHeader() != null, "api-key-header");
        return switch (client) {
            case PRINCIPAL -> principal();
            case NONE -> ClientResolver.ANONYMOUS;
            case HEADER -> named("client-header", () -> ClientResolver.header(properties.clientHeader()));
            case API_KEY -> named("api-key-header", this::apiKey);
        };
    }

    private Client client() {
        if (properties.client() != null) {
            return properties.client();
        }
        if (properties.apiKeyHeader() != null) {
            return Client.API_KEY;
        }
        return security && !headerIsSet ? Client.PRINCIPAL : Client.HEADER;
    }

    private static void refuseUnused(Client client, Client reader, boolean isSet, String property) {
        if (isSet && client != reader) {
            String is = word(client);
            throw new CounterfoilStartUpException(
                    "counterfoil." + property + " is set, and the client is identified by " + is
                            + ", which does not read it.",
                    "Remove counterfoil." + property + ", or set counterfoil.client to " + word(reader) + ".");
        }
    }

    private static String word(Client client) {
        return client.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ClientResolver principal() {
        if (!security) {
            throw new CounterfoilStartUpException(
                    "counterfoil.client is principal, but Spring Security is not on the class path: every request "
                            + "would be anonymous.",
                    "Add spring-boot-starter-security, or set counterfoil.client to header or none. Where something else"
                            + " authenticates, define a bean of type io.counterfoil.http.ClientResolver that returns"
                            + " ClientResolver.PRINCIPAL.");
        }
        return ClientResolver.PRINCIPAL;
    }

    private ClientResolver apiKey() {
        String header = properties.apiKeyHeader();
        if (header == null) {
            throw new CounterfoilStartUpException(
                    "counterfoil.client is api-key, and counterfoil.api-key-header, the header field that carries "
                            + "the key, is not set.",
                    "Set counterfoil.api-key-header, such as to X-Api-Key.");
        }
        ApiKeyOwners finder = owners.orElseThrow(() -> new CounterfoilStartUpException(
                "counterfoil.api-key-header is set, but there is no bean that resolves the owner of a key.",
                "Define a bean of type io.counterfoil.springboot.ApiKeyOwners."));
        return ClientResolver.apiKey(header, finder::ownerOf);
    }

    private static ClientResolver named(String property, Supplier<ClientResolver> resolver) {
        try {
            return resolver.get();
        } catch (IllegalArgumentException refused) {
            throw new CounterfoilStartUpException(
                    "counterfoil." + property + " is invalid: " + refused.getMessage() + ".",
                    "Set counterfoil." + property + " to another field, or counterfoil.client to principal or none.",
                    refused);
        }
    }
}
