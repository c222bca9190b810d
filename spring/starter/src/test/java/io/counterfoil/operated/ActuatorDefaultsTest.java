package io.counterfoil.operated;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an application has that adds the actuator, and says nothing, or little. */
@Timeout(600)
class ActuatorDefaultsTest {

    /** It says nothing of the actuator. */
    private static RunningShop silent;

    @BeforeAll
    static void open() {
        silent = RunningShop.open("--counterfoil.key.required=true");
    }

    @AfterAll
    static void close() {
        silent.close();
    }

    @Test
    @Tag("RQ-16")
    void nothingIsExposed_unlessItIsAskedFor() throws Exception {
        assertThat(silent.get("/actuator/counterfoil").statusCode()).isEqualTo(404);
        assertThat(silent.get("/actuator/counterfoilrecords").statusCode()).isEqualTo(404);
        assertThat(silent.get("/actuator/health").body())
                .isEqualTo("{\"groups\":[\"liveness\",\"readiness\"],\"status\":\"UP\"}");
    }

    @Test
    void exposedRecords_canOnlyBeRead_unlessAccessIsUnrestricted() throws Exception {
        try (RunningShop shop = RunningShop.open(
                "--management.endpoints.web.exposure.include=*", "--management.endpoint.health.show-details=always")) {
            String id = UUID.randomUUID().toString();
            shop.dieOrdering(id, "tea");

            HttpResponse<String> list = shop.get("/actuator/counterfoilrecords?requestId=" + id);
            assertThat(list.statusCode()).isEqualTo(200);
            assertThat(list.body()).contains(id);
            String record = list.body().replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
            for (String method : List.of("DELETE", "POST")) {
                HttpResponse<String> refused =
                        shop.as("olga", method, "/actuator/counterfoilrecords/" + record, "{\"status\": 200}");
                assertThat(refused.statusCode()).as(refused.body()).isEqualTo(405);
            }

            HttpResponse<String> health = shop.get("/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body())
                    .contains(
                            "\"counterfoil\":{\"details\":{\"purge\":{\"failing\":false},\"unknownOutcomes\":{\"count\":1");
            MeterRegistry registry = shop.bean(MeterRegistry.class);
            String unknown = "counterfoil.idempotency.outcomes.unknown";
            assertThat(registry.get(unknown).gauge().value()).isOne();
            assertThat(registry.get(unknown + ".oldest.age").gauge().value()).isNotNegative();
            shop.jdbc().sql("ALTER TABLE counterfoil_record RENAME TO gone").update();
            HttpResponse<String> down = shop.get("/actuator/health");
            assertThat(down.statusCode()).isEqualTo(503);
            assertThat(down.body()).contains("\"counterfoil\":{\"details\":{").contains("\"status\":\"DOWN\"");
        }
    }

    @Test
    @Tag("RQ-2")
    void operationOfTheActuator_needsNoKey() throws Exception {
        assertNoKeyNeeded();
    }

    @Test
    @Tag("RQ-2")
    void operationOfTheActuator_onAPortOfItsOwn_needsNoKey() throws Exception {
        assertNoKeyNeeded("--management.server.port=0", "--management.server.address=127.0.0.1");
    }

    private static void assertNoKeyNeeded(String... port) throws Exception {
        List<String> properties = new ArrayList<>(List.of(
                "--counterfoil.key.required=true",
                "--counterfoil.endpoints[0].path=/**",
                "--counterfoil.endpoints[0].retention.named=3d",
                "--management.endpoints.web.exposure.include=loggers"));
        properties.addAll(List.of(port));
        try (RunningShop shop = RunningShop.open(properties.toArray(String[]::new))) {
            HttpResponse<String> set = shop.setLogLevel("WARN");

            assertThat(set.statusCode()).as(set.body()).isEqualTo(204);
            assertThat(shop.as("", "POST", "/orders", "tea").body()).contains("urn:counterfoil:problem:key-missing");
        }
    }

    @Test
    @Tag("RQ-2")
    void operationOfTheActuator_thatARuleNames_isGuarded() throws Exception {
        try (RunningShop shop = RunningShop.open(
                "--counterfoil.endpoints[0].path=/actuator/loggers/{name}",
                "--counterfoil.endpoints[0].key.required=true",
                "--management.endpoints.web.exposure.include=loggers")) {
            assertThat(shop.setLogLevel("WARN").body()).contains("urn:counterfoil:problem:key-missing");
        }
    }

    @Test
    void guardedRequest_isATimer_withoutKeysOrClientsInItsTags() throws Exception {
        String id = UUID.randomUUID().toString();
        assertThat(silent.order(id, "tea").statusCode()).isEqualTo(201);
        assertThat(silent.order(id, "tea").statusCode()).isEqualTo(201);
        assertThat(silent.order(id, "coffee").statusCode()).isEqualTo(422);
        assertThat(silent.order("", "tea").statusCode()).isEqualTo(400);

        MeterRegistry registry = silent.bean(MeterRegistry.class);
        assertThat(count(registry, "executed", "2xx")).isOne();
        assertThat(count(registry, "replayed", "2xx")).isOne();
        assertThat(count(registry, "key_reused", "4xx")).isOne();
        assertThat(count(registry, "refused", "4xx")).isOne();
        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .filteredOn(meter -> meter.getName().startsWith("counterfoil.request"))
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getTags())
                        .allSatisfy(
                                tag -> assertThat(tag.getKey()).isIn("method", "mode", "outcome", "status", "error")));
    }

    private static long count(MeterRegistry registry, String outcome, String status) {
        Timer timer = registry.get("counterfoil.request")
                .tags("method", "POST", "mode", "transactional", "outcome", outcome, "status", status)
                .timer();
        return timer.count();
    }
}
