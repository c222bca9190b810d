package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application whose beans are made when they are needed: what works by itself works, and the start finds what it always finds. */
@Timeout(600)
class LazyInitializationTest {

    private static final String LAZY = "--spring.main.lazy-initialization=true";

    /** The actuator asks for the purge. */
    private static final String WITHOUT_ACTUATOR =
            "--spring.autoconfigure.exclude=io.counterfoil.springboot.actuate.CounterfoilActuatorAutoConfiguration";

    private final String key = UUID.randomUUID().toString();

    @RestController
    static class Seller {

        private final JdbcTemplate jdbc;
        private final TransactionTemplate apart;

        Seller(JdbcTemplate jdbc, PlatformTransactionManager manager) {
            this.jdbc = jdbc;
            this.apart = new TransactionTemplate(manager);
            this.apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        }

        @PostMapping("/sell")
        String sell() {
            jdbc.update("INSERT INTO sale VALUES ('lamp')");
            return "sold";
        }

        @PostMapping("/apart")
        @Transactional
        public String apart() {
            return apart.<String>execute(status -> sell());
        }
    }

    @Test
    @Tag("RQ-17")
    void expiredRecords_areRemoved_withoutARequest() {
        try (Shop shop =
                Shop.open(List.of(Seller.class), LAZY, WITHOUT_ACTUATOR, "--counterfoil.purge.interval=10ms")) {
            shop.jdbc()
                    .sql(
                            "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at, token)"
                                    + " VALUES ('old', '', 'POST /sell', decode('" + "00".repeat(32)
                                    + "', 'hex'), 0, 1, 0)")
                    .update();

            await().atMost(Duration.ofMinutes(5)).until(() -> shop.records("old") == 0);
        }
    }

    @Test
    @Tag("RQ-7")
    void request_isGuarded_andATransactionApartIsRefused() throws Exception {
        try (Shop shop = Shop.open(List.of(Seller.class), LAZY)) {
            shop.post("/sell", key, "");
            assertThat(Shop.isReplay(shop.post("/sell", key, ""))).isTrue();
            assertThat(shop.sales("lamp")).isOne();

            assertThat(shop.post("/apart", UUID.randomUUID().toString(), "").statusCode())
                    .isEqualTo(500);
            assertThat(shop.sales("lamp")).isOne();
        }
    }

    @Test
    @Tag("BM-4")
    void start_failsWithoutTables_orWithSettingsThatCannotBe() {
        assertThatThrownBy(() -> Shop.open(List.of(Seller.class), LAZY, "--counterfoil.create-table=false")
                        .close())
                .hasStackTraceContaining("table counterfoil_record is missing")
                .hasStackTraceContaining(CounterfoilStartUpException.class.getName());
        assertThatThrownBy(() -> Shop.open(List.of(RefusedEndpointsTest.OnGet.class), LAZY)
                        .close())
                .isInstanceOf(CounterfoilStartUpException.class);
        assertThatThrownBy(() -> Shop.open(List.of(LeaseStoreCheckTest.Losing.class), LAZY, "--counterfoil.mode=lease")
                        .close())
                .hasStackTraceContaining("Counterfoil cannot work in lease mode");
    }

    @Test
    void tables_areCreatedByTheStart() {
        try (Shop shop = Shop.open(List.of(Seller.class), LAZY)) {
            JdbcSchema.verify(shop.bean(DataSource.class));
            assertThat(shop.jdbc()
                            .sql("SELECT count(*) FROM counterfoil_record")
                            .query(Integer.class)
                            .single())
                    .isZero();
        }
    }
}
