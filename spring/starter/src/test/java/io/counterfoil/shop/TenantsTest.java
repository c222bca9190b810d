package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Effect and record are in the database of the tenant, whatever has chosen it before the handler. */
@Timeout(600)
@Tag("RQ-13")
class TenantsTest {

    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

    @RestController
    static class Items {

        private final Sales sales;

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/items")
        String sell() {
            return TENANT.get() + " " + sales.sell("item");
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Routing {

        @Bean
        DataSource dataSource() {
            Map<Object, Object> databases = new HashMap<>();
            for (String tenant : List.of("default", "a", "b")) {
                Database database = TestPostgres.freshDatabase().reusing("tenant " + tenant);
                JdbcClient.create(database.dataSource())
                        .sql("CREATE TABLE sale (item text NOT NULL)")
                        .update();
                JdbcSchema.create(database.dataSource());
                databases.put(tenant, database.dataSource());
            }
            AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
                @Override
                protected @Nullable Object determineCurrentLookupKey() {
                    return TENANT.get();
                }
            };
            routing.setTargetDataSources(databases);
            routing.setDefaultTargetDataSource(Objects.requireNonNull(databases.get("default")));
            return routing;
        }
    }

    static class ByInterceptor implements WebMvcConfigurer {

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(new HandlerInterceptor() {
                @Override
                public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                    TENANT.set(request.getHeader("X-Tenant"));
                    return true;
                }

                @Override
                public void afterCompletion(
                        HttpServletRequest request,
                        HttpServletResponse response,
                        Object handler,
                        @Nullable Exception failure) {
                    TENANT.remove();
                }
            });
        }
    }

    static class ByFilter {

        @Bean
        HttpFilter tenants() {
            return new HttpFilter() {
                private static final long serialVersionUID = 1L;

                @Override
                protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws IOException, ServletException {
                    TENANT.set(request.getHeader("X-Tenant"));
                    try {
                        chain.doFilter(request, response);
                    } finally {
                        TENANT.remove();
                    }
                }
            };
        }
    }

    private static List<Long> rows(Shop shop, String table) {
        AbstractRoutingDataSource routing = shop.bean(AbstractRoutingDataSource.class);
        return List.of("default", "a", "b").stream()
                .map(tenant -> JdbcClient.create(Objects.requireNonNull(
                                routing.getResolvedDataSources().get(tenant)))
                        .sql("SELECT count(*) FROM " + table)
                        .query(Long.class)
                        .single())
                .toList();
    }

    private static void assertRouted(Class<?> tenants) throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class, Routing.class, tenants))) {
            for (String tenant : List.of("a", "b")) {
                String first =
                        shop.post("/items", "key", "", "X-Tenant", tenant).body();

                assertThat(first).isEqualTo(tenant + " 1");
                assertThat(shop.post("/items", "key", "", "X-Tenant", tenant).body())
                        .isEqualTo(first);
            }
            assertThat(rows(shop, "sale")).containsExactly(0L, 1L, 1L);
            assertThat(rows(shop, "counterfoil_record")).containsExactly(0L, 1L, 1L);
        }
    }

    @Test
    void tenantOfAnInterceptor_hasItsEffectAndRecord() throws Exception {
        assertRouted(ByInterceptor.class);
    }

    @Test
    void tenantOfAFilterWithoutAnOrder_hasItsEffectAndRecord() throws Exception {
        assertRouted(ByFilter.class);
    }
}
