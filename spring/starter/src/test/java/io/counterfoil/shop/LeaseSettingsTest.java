package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.endpoint.EndpointsCustomizer;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Leases of some endpoints in an application whose mode is transactional. */
@Tag("RQ-13")
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class LeaseSettingsTest {

    /** The bank has taken nothing. */
    static class CardDeclined extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @RestController
    static class Leased {

        private final JdbcClient jdbc;
        private final AtomicInteger calls = new AtomicInteger();

        Leased(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/leased")
        @Idempotent(mode = Mode.LEASE)
        String leased() {
            return jdbc.sql("SELECT (leased_until - received_at) / 3600000000 FROM counterfoil_record")
                    .query(String.class)
                    .single();
        }

        @PostMapping("/annotated")
        @Idempotent(mode = Mode.LEASE, leaseNoEffectOn = CardDeclined.class)
        String annotated() {
            return declinedOnce();
        }

        @PostMapping({"/configured", "/global", "/other"})
        String declinedOnce() {
            if (calls.incrementAndGet() == 1) {
                throw new CardDeclined();
            }
            return "call " + calls.get();
        }
    }

    static class OfOne {

        @Bean
        EndpointsCustomizer declined() {
            return endpoints -> endpoints.at(
                    "/configured",
                    EndpointSettings.NONE
                            .withMode(Mode.LEASE)
                            .withLease(lease -> lease.withNoEffectOn(Set.of(CardDeclined.class))));
        }
    }

    static class OfAll {

        @Bean
        PolicyCustomizer declined() {
            return policies -> policies.withLease(lease -> lease.withNoEffectOn(Set.of(CardDeclined.class)));
        }
    }

    static class OfOthers {

        @Bean
        PolicyCustomizer illegal() {
            return policies -> policies.withLease(lease -> lease.withNoEffectOn(Set.of(IllegalStateException.class)));
        }
    }

    @Test
    void lease_isTheDefaultOfTheEndpointsInLeaseMode(CapturedOutput output) throws Exception {
        try (Shop shop = Shop.open(
                List.of(Leased.class), "--counterfoil.lease.duration=7h", "--logging.level.io.counterfoil=WARN")) {
            assertThat(shop.post("/leased", "a", "").body()).isEqualTo("7");
        }
        assertThat(output).doesNotContain("counterfoil.lease is set");
    }

    @Test
    void leaseThatNothingUses_isToldAtStartUp(CapturedOutput output) {
        Shop.open(List.of(), "--counterfoil.lease.duration=7h", "--logging.level.io.counterfoil=WARN")
                .close();

        assertThat(output).contains("counterfoil.lease is set, but no endpoint uses lease mode");
    }

    @Test
    void noEffectException_configuredAtAnyLevel_allowsTheRetry() throws Exception {
        for (String path : List.of("/annotated", "/configured", "/global")) {
            Class<?> code = path.equals("/global") ? OfAll.class : OfOne.class;
            try (Shop shop = Shop.open(
                    List.of(Leased.class, code),
                    "--counterfoil.endpoints[0].path=/global",
                    "--counterfoil.endpoints[0].mode=lease")) {
                assertThat(shop.post(path, "a", "").statusCode()).as(path).isEqualTo(500);
                assertThat(shop.post(path, "a", "").body()).as(path).isEqualTo("call 2");
                assertThat(Shop.isReplay(shop.post(path, "a", ""))).as(path).isTrue();
            }
        }
    }

    @Test
    void anyOtherException_leavesTheOutcomeUnknown() throws Exception {
        try (Shop shop = Shop.open(
                List.of(Leased.class, OfOthers.class),
                "--counterfoil.endpoints[0].path=/other",
                "--counterfoil.endpoints[0].mode=lease")) {
            assertThat(shop.post("/other", "a", "").statusCode()).isEqualTo(500);
            assertThat(shop.post("/other", "a", "").body()).contains("outcome-unknown");
        }
    }
}
