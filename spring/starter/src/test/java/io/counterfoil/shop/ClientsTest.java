package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.springboot.ApiKeyOwners;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** What a client is told by: what is said, or else the best there is. */
@Timeout(600)
@Tag("RQ-5")
class ClientsTest {

    private static final RequestHead REQUEST =
            new Head(Map.of("x-client-name", "shop", "x-service", "billing", "x-key", "key-1"), Optional.of("alice"));

    private record Head(Map<String, String> fields, Optional<String> principal) implements RequestHead {

        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/";
        }

        @Override
        public Optional<String> query() {
            return Optional.empty();
        }

        @Override
        public List<String> headers(String name) {
            return Optional.ofNullable(fields.get(name.toLowerCase(Locale.ROOT))).stream()
                    .toList();
        }
    }

    static class Owners {

        @Bean
        ApiKeyOwners owners() {
            return key -> Optional.of(key).filter("key-1"::equals).map(known -> "owner");
        }
    }

    static class OwnResolver {

        @Bean
        ClientResolver own() {
            return request -> ClientId.of("own");
        }
    }

    private static WebApplicationContextRunner said(String... settings) {
        return StartUp.withoutAWordOnClients(Owners.class).withPropertyValues(settings);
    }

    private static void assertClient(WebApplicationContextRunner application, String name) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(ClientResolver.class).resolve(REQUEST).value())
                    .isEqualTo(name);
        });
    }

    @Test
    void nothingSaid_isThePrincipal_whereSpringSecurityIs() {
        assertClient(said(), "alice");
    }

    @Test
    void nothingSaid_isTheHeader_whereSpringSecurityIsNot() {
        assertClient(said().withClassLoader(new FilteredClassLoader("org.springframework.security")), "shop");
    }

    @Test
    void whatIsSaid_holds() {
        assertClient(said("counterfoil.client=header"), "shop");
        assertClient(said("counterfoil.client=header:X-Service"), "billing");
        assertClient(said("counterfoil.client=principal"), "alice");
        assertClient(said("counterfoil.client=none"), "");
        assertClient(said("counterfoil.client=api-key: X-Key "), "owner");
        assertClient(said("counterfoil.client=api-key:X-Key"), "owner");
    }

    @Test
    void resolverOfTheApplication_wins() {
        assertClient(StartUp.of(OwnResolver.class), "own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"User-Agent", "x-forwarded-for", "X-Real-IP", "Forwarded"})
    void fieldThatIsNoIdentity_isRefused_andSaysWhy(String field) {
        StartUp.assertRefused(
                said("counterfoil.client=header:" + field),
                "counterfoil.client is invalid",
                field,
                "does not identify a client");
        StartUp.assertRefused(
                said("counterfoil.client=api-key:" + field),
                "counterfoil.client is invalid",
                field,
                "does not identify a client");
    }

    @Test
    void principalClient_withoutSpringSecurity_needsAResolver() {
        StartUp.assertRefused(
                said("counterfoil.client=principal")
                        .withClassLoader(new FilteredClassLoader("org.springframework.security")),
                "counterfoil.client is principal, but Spring Security is not on the class path",
                "spring-boot-starter-security",
                "ClientResolver.PRINCIPAL");
        assertClient(
                StartUp.of(OwnResolver.class)
                        .withPropertyValues("counterfoil.client=principal")
                        .withClassLoader(new FilteredClassLoader("org.springframework.security")),
                "own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal:X-Service", "cookie:a", "header:", "nobody"})
    void sourceThatCannotBeRead_isRefused(String source) {
        assertUnreadable(
                source,
                "counterfoil.client must be principal, header, header:X-Client-Name, api-key:X-Api-Key or none");
    }

    private static void assertUnreadable(String source, String message) {
        said("counterfoil.client=" + source)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(message));
    }

    @Test
    void apiKeys_needAFieldAndABeanThatKnowsTheirOwners() {
        assertUnreadable("api-key", "api-key:X-Api-Key");
        StartUp.assertRefused(
                StartUp.withoutAWordOnClients().withPropertyValues("counterfoil.client=api-key:X-Key"),
                "no bean that resolves the owner",
                "ApiKeyOwners");
    }
}
