package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** What gauges show where each tenant has a database. */
@Timeout(600)
@Tag("OB-1")
class TenantGaugesTest {

    static class Metered {

        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Test
    void expiredRecords_ofEachDatabase_areCounted() throws Exception {
        try (Shop shop = Shop.open(
                List.of(
                        TenantsTest.Items.class,
                        Sales.class,
                        TenantsTest.Routing.class,
                        TenantsTest.ByFilter.class,
                        Metered.class),
                "counterfoil.purge.interval=1d")) {
            for (String tenant : List.of("a", "b")) {
                shop.post("/items", "key", "", "X-Tenant", tenant);
            }
            for (DataSource database : shop.bean(AbstractRoutingDataSource.class)
                    .getResolvedDataSources()
                    .values()) {
                JdbcClient.create(database)
                        .sql("UPDATE counterfoil_record SET expires_at = 1")
                        .update();
            }

            assertThat(shop.bean(MeterRegistry.class)
                            .get("counterfoil.idempotency.records.expired")
                            .gauge()
                            .value())
                    .isEqualTo(2);
        }
    }
}
