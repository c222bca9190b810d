package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.springboot.ApiKeyOwners;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.ClientSource;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Creates the resolver of clients from the setting. */
record Clients(ClientSource client, Optional<ApiKeyOwners> owners, boolean security) {

    private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

    static Clients of(CounterfoilProperties properties, Optional<ApiKeyOwners> owners, @Nullable ClassLoader loader) {
        boolean security = ClassUtils.isPresent(SECURITY, loader);
        ClientSource byDefault = security ? ClientSource.PRINCIPAL : ClientSource.HEADER;
        return new Clients(Objects.requireNonNullElse(properties.client(), byDefault), owners, security);
    }

    ClientResolver resolver() {
        return switch (client.kind()) {
            case PRINCIPAL -> principal();
            case NONE -> ClientResolver.ANONYMOUS;
            case HEADER -> reading(ClientResolver::header);
            case API_KEY -> reading(this::apiKey);
        };
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

    private ClientResolver apiKey(String header) {
        ApiKeyOwners finder = owners.orElseThrow(() -> new CounterfoilStartUpException(
                "counterfoil.client is api-key:" + header + ", but there is no bean that resolves the owner of a key.",
                "Define a bean of type io.counterfoil.springboot.ApiKeyOwners."));
        return ClientResolver.apiKey(header, finder::ownerOf);
    }

    private ClientResolver reading(Function<String, ClientResolver> resolver) {
        try {
            return resolver.apply(client.header().orElseThrow());
        } catch (IllegalArgumentException refused) {
            throw new CounterfoilStartUpException(
                    "counterfoil.client is invalid: " + refused.getMessage() + ".",
                    "Set counterfoil.client to another field, or to principal or none.",
                    refused);
        }
    }
}
