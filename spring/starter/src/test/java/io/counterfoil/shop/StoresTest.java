package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.servlet.CorrelationFilter;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.springboot.Idempotent;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransaction;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Which database is used, and what is said where that cannot be told. */
@Timeout(600)
class StoresTest {

    private static final String NO_DATA_SOURCE =
            "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";
    private static final String NO_MANAGER = "spring.autoconfigure.exclude="
            + "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration";

    private static DataSource database(String name) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    @RestController
    static class Annotated {

        @PostMapping("/x")
        @Idempotent(keyRequired = true)
        String post() {
            return "";
        }
    }

    static class TwoDataSources {

        @Bean
        DataSource orders() {
            return database("orders");
        }

        @Bean
        DataSource reports() {
            return database("reports");
        }
    }

    static class OneIsPrimary {

        @Bean
        @Primary
        DataSource main() {
            return database("main");
        }

        @Bean
        DataSource side() {
            return database("side");
        }
    }

    static class ManagerOfAnother {

        @Bean
        PlatformTransactionManager manager() {
            return new JdbcTransactionManager(database("another"));
        }
    }

    static class TwoManagers {

        @Bean
        PlatformTransactionManager one(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        PlatformTransactionManager two(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    static class Reactive {

        @Bean
        ReactiveTransactionManager reactive() {
            return new ReactiveTransactionManager() {
                @Override
                public Mono<ReactiveTransaction> getReactiveTransaction(@Nullable TransactionDefinition definition) {
                    return Mono.error(new UnsupportedOperationException("never asked"));
                }

                @Override
                public Mono<Void> commit(ReactiveTransaction transaction) {
                    return Mono.error(new UnsupportedOperationException("never asked"));
                }

                @Override
                public Mono<Void> rollback(ReactiveTransaction transaction) {
                    return Mono.error(new UnsupportedOperationException("never asked"));
                }
            };
        }
    }

    static class OwnStore {

        @Bean
        ClaimStore own() {
            return new InMemoryStore(InstantSource.system());
        }
    }

    private static boolean hasFilter(ApplicationContext context, Class<?> filter) {
        return Arrays.stream(context.getBeanNamesForType(FilterRegistrationBean.class))
                .map(name -> context.getBean(name, FilterRegistrationBean.class))
                .anyMatch(registration -> filter.isInstance(registration.getFilter()));
    }

    @Test
    void withoutADataSource_anApplicationIsRefused_withTheWaysOut() {
        StartUp.assertRefused(
                StartUp.whole().withPropertyValues(NO_DATA_SOURCE),
                "guards every POST and PATCH request, but the application has no data source",
                "Add a data source",
                "counterfoil.guard=annotated",
                "counterfoil.guard=none");
    }

    @Test
    void withoutADataSource_whatIsAdvised_starts() {
        for (String advice : List.of("counterfoil.guard=annotated", "counterfoil.guard=none")) {
            StartUp.whole().withPropertyValues(NO_DATA_SOURCE, advice).run(context -> {
                assertThat(context).hasNotFailed().doesNotHaveBean(Idempotency.class);
                assertThat(hasFilter(context, CorrelationFilter.class)).isTrue();
                assertThat(hasFilter(context, IdempotencyFilter.class)).isFalse();
            });
        }
        StartUp.whole(Annotated.class)
                .withPropertyValues(NO_DATA_SOURCE, "counterfoil.guard=none")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void withoutADataSource_whatAsksForIdempotency_isRefused() {
        WebApplicationContextRunner without =
                StartUp.whole().withPropertyValues(NO_DATA_SOURCE, "counterfoil.guard=annotated");

        StartUp.assertRefused(
                without.withUserConfiguration(Annotated.class), "@Idempotent on Annotated.post()", "no data source");
        StartUp.assertRefused(
                without.withPropertyValues("counterfoil.endpoints[0].path=/x"),
                "counterfoil.endpoints[0]",
                "no data source");
    }

    @Test
    void unsupportedDatabase_isRefused_byName_withTheWaysOut() {
        StartUp.assertRefused(
                onHsqldb(),
                "supported databases are PostgreSQL, MariaDB, MySQL, H2 and PostgreSQL with Citus",
                "connects to HSQL Database Engine",
                "define beans of type ClaimStore and LeaseStore",
                "counterfoil.guard=none");
    }

    static class FeatureWithoutScripts {

        @Bean
        static TableSchema notes() {
            return TableSchema.of(StoresTest.class, "notes", "counterfoil_note");
        }
    }

    @Test
    void featureThatIsNotOnTheDatabase_isRefused_byName() {
        StartUp.assertRefused(
                StartUp.whole(FeatureWithoutScripts.class),
                "counterfoil_note is not supported on H2",
                "there is no /counterfoil-schema/h2/R__counterfoil_h2_notes.sql");
    }

    @Test
    void unsupportedDatabase_whatIsAdvised_starts() {
        String excluded =
                "spring.autoconfigure.exclude=io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration";
        onHsqldb()
                .withUserConfiguration(OwnStore.class)
                .withPropertyValues(excluded)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class));
        onHsqldb()
                .withPropertyValues(excluded, "counterfoil.guard=none")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Idempotency.class));
    }

    private static WebApplicationContextRunner onHsqldb() {
        return StartUp.whole().withPropertyValues("spring.datasource.url=jdbc:hsqldb:mem:unsupported");
    }

    @Test
    void storeOfTheApplication_needsNoDataSource() {
        StartUp.whole(OwnStore.class).withPropertyValues(NO_DATA_SOURCE).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class);
            assertThat(hasFilter(context, IdempotencyFilter.class)).isTrue();
        });
    }

    static class OwnLeaseStore {

        @Bean
        LeaseStore own() {
            return new InMemoryStore(InstantSource.system());
        }
    }

    @Test
    void leaseStoreOfTheApplication_needsNoDataSource_inLeaseMode() {
        StartUp.whole(OwnLeaseStore.class)
                .withPropertyValues(NO_DATA_SOURCE, "counterfoil.mode=lease")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class);
                    assertThat(hasFilter(context, IdempotencyFilter.class)).isTrue();
                });
    }

    @Test
    void executionLimit_withAStoreThatCannotLimit_isRejected() {
        StartUp.assertRefused(
                StartUp.whole(OwnStore.class)
                        .withPropertyValues(NO_DATA_SOURCE, "counterfoil.limits.execution-time=1m"),
                "limits.executionTime needs a LimitingClaimStore",
                "InMemoryStore",
                "Remove the setting that it names");
    }

    @Test
    void outsideOfTheWeb_theEngineIsThere() {
        new ApplicationContextRunner()
                .withUserConfiguration(StartUp.Parts.class)
                .withPropertyValues("spring.datasource.url=jdbc:h2:mem:no-web;DB_CLOSE_DELAY=-1")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class));
    }

    @Test
    void severalDataSources_withoutAPrimary_areRejectedByName() {
        StartUp.assertRefused(
                StartUp.whole(TwoDataSources.class, ManagerOfAnother.class),
                "more than one data source",
                "orders, reports",
                "@Primary",
                "CounterfoilStoreAutoConfiguration");
    }

    @Test
    void severalDataSources_withTheApplicationsStore_areAccepted() {
        StartUp.whole(TwoDataSources.class, OwnStore.class)
                .withPropertyValues(
                        "spring.autoconfigure.exclude=io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Idempotency.class));
    }

    @Test
    void severalDataSources_thePrimaryOneHasTheTables() {
        StartUp.whole(OneIsPrimary.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(tables("main")).isEqualTo(1);
            assertThat(tables("side")).isZero();
        });
    }

    private static long tables(String name) {
        return JdbcClient.create(database(name))
                .sql("SELECT count(*) FROM information_schema.tables WHERE lower(table_name) = 'counterfoil_record'")
                .query(Long.class)
                .single();
    }

    @Test
    void transactionManager_missing_isRejected() {
        StartUp.assertRefused(
                StartUp.whole().withPropertyValues(NO_MANAGER),
                "found no transaction manager.",
                "JdbcTransactionManager");
    }

    @Test
    void transactionManager_reactiveOnly_isRejected() {
        StartUp.assertRefused(
                StartUp.whole(Reactive.class).withPropertyValues(NO_MANAGER), "the only one there is is reactive");
    }

    @Test
    void transactionManagers_withoutAPrimary_areRejected() {
        StartUp.assertRefused(StartUp.whole(TwoManagers.class), "more than one transaction manager", "one, two");
    }

    @Test
    void transactionManager_ofAnotherDataSource_isRejected() {
        StartUp.assertRefused(StartUp.whole(ManagerOfAnother.class), "another data source", "@Primary");
    }
}
