package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which modules one dependency brings onto the class path of an application: what it is for, and nothing else. */
class BroughtModulesTest {

    private static final Poms POMS = Poms.in(Path.of("../..").toAbsolutePath().normalize());

    private static final String STARTER = "counterfoil-spring-boot-starter";

    private static Set<String> broughtBy(String module) {
        return POMS.runtimeModules(module);
    }

    @Test
    void starter_bringsSevenModulesAtMost() {
        assertThat(broughtBy(STARTER)).hasSizeLessThanOrEqualTo(7);
    }

    @Test
    void starter_bringsNothingThatIsAddedToIt() {
        assertThat(broughtBy(STARTER))
                .doesNotContain(
                        "counterfoil-spring-ids",
                        "counterfoil-jackson",
                        "counterfoil-jackson2",
                        "counterfoil-hibernate",
                        "counterfoil-spring-client",
                        "counterfoil-http-client",
                        "counterfoil-context-propagation",
                        "counterfoil-jdbc-correlation");
    }

    @Test
    void starter_bringsTheGuardOfRequestsAlone() {

        assertThat(broughtBy(STARTER))
                .containsExactlyInAnyOrder(
                        STARTER,
                        "counterfoil-servlet",
                        "counterfoil-http",
                        "counterfoil-jdbc",
                        "counterfoil-idempotency",
                        "counterfoil-correlation");
    }

    @Test
    void storeOfRecords_bringsTheEngineAlone() {

        assertThat(broughtBy("counterfoil-jdbc"))
                .containsExactlyInAnyOrder("counterfoil-jdbc", "counterfoil-idempotency");
    }

    @Test
    void typedIdsInSpring_bringNoEngine() {
        assertThat(broughtBy("counterfoil-spring-ids"))
                .containsExactlyInAnyOrder(
                        "counterfoil-spring-ids", "counterfoil-ids", "counterfoil-jackson", "counterfoil-hibernate");
    }

    @Test
    void clientsInSpring_bringNoServer() {
        assertThat(broughtBy("counterfoil-spring-client"))
                .doesNotContain(STARTER, "counterfoil-servlet", "counterfoil-jdbc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "counterfoil-messaging",
                "counterfoil-jdbc-messaging",
                "counterfoil-control-signals",
                "counterfoil-rabbitmq",
                "counterfoil-kafka",
                "counterfoil-jdbc-journal"
            })
    void moduleWithoutRequests_bringsNoHttp(String module) {
        assertThat(broughtBy(module)).noneMatch(name -> name.contains("http"));
    }

    @Test
    void controlSignals_bringMessagesAndTheirRetries() {
        assertThat(broughtBy("counterfoil-control-signals"))
                .containsExactlyInAnyOrder(
                        "counterfoil-control-signals",
                        "counterfoil-messaging",
                        "counterfoil-retry",
                        "counterfoil-idempotency",
                        "counterfoil-correlation");
    }
}
