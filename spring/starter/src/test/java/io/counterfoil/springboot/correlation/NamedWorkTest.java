package io.counterfoil.springboot.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.jdbc.correlation.CorrelatedDataSource;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the database is told of the work, as the starter wires it. */
@Tag("CO-2")
@Timeout(600)
class NamedWorkTest {

    private static final String NAME = "SELECT current_setting('application_name')";
    private static final String TEXT = "SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid()";

    private final Database database = TestPostgres.freshDatabase();
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CounterfoilDataSourceAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    DataSourcePoolMetricsAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + database.jdbcUrl(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password());

    private static String underWork(JdbcClient jdbc, String query) {
        return Objects.requireNonNull(Snapshot.of(CorrelationId.parse("abcd"))
                .wrapSupplier(() -> jdbc.sql(query).query(String.class).single())
                .get());
    }

    @Test
    void applicationName_isTheIdOfTheWork_alsoInATransaction() {
        application
                .withPropertyValues("counterfoil.correlation.jdbc=application-name")
                .run(context -> {
                    JdbcClient jdbc = context.getBean(JdbcClient.class);
                    TransactionTemplate transaction =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));

                    assertThat(underWork(jdbc, NAME)).isEqualTo("abcd");
                    assertThat(underWork(jdbc, TEXT)).isEqualTo(TEXT);
                    Correlation.Scope scope = Correlation.open(CorrelationId.parse("other"));
                    try (scope) {
                        assertThat(transaction.<String>execute(status ->
                                        jdbc.sql(NAME).query(String.class).single()))
                                .isEqualTo("other");
                    }
                    assertThat(jdbc.sql(NAME).query(String.class).single()).isNotIn("abcd", "other");
                });
    }

    @Test
    void comment_beginsEachStatementOfTheWork() {
        application.withPropertyValues("counterfoil.correlation.jdbc=comment").run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);

            assertThat(underWork(jdbc, TEXT)).isEqualTo("/* corr_id='abcd' */ " + TEXT);
            assertThat(jdbc.sql(TEXT).query(String.class).single()).isEqualTo(TEXT);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "counterfoil.correlation.jdbc=off", "counterfoil.correlation.jdbc=false"})
    void off_leavesTheDataSourceAsItIs(String property) {
        application.withPropertyValues(property).run(context -> {
            assertThat(context.getBean(DataSource.class)).isInstanceOf(HikariDataSource.class);
            assertThat(underWork(context.getBean(JdbcClient.class), NAME)).isNotEqualTo("abcd");
        });
    }

    @Test
    void pool_isFoundThroughTheWrapping_measured_andClosed() {
        List<HikariDataSource> pools = new ArrayList<>();
        application
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("counterfoil.correlation.jdbc=comment")
                .run(context -> {
                    DataSource source = context.getBean(DataSource.class);
                    underWork(context.getBean(JdbcClient.class), NAME);

                    assertThat(source).isInstanceOf(CorrelatedDataSource.class);
                    pools.add(DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class, HikariDataSource.class));
                    assertThat(pools).allMatch(HikariDataSource::isRunning);
                    assertThat(context.getBean(MeterRegistry.class)
                                    .get("hikaricp.connections")
                                    .gauge()
                                    .value())
                            .isPositive();
                });
        assertThat(pools).hasSize(1).allMatch(HikariDataSource::isClosed);
    }

    @Test
    void dataSourceInFrontOfANamedOne_namesNothingTwice() {
        application
                .withPropertyValues("counterfoil.correlation.jdbc=comment")
                .withBean(
                        "proxy",
                        TransactionAwareDataSourceProxy.class,
                        () -> new TransactionAwareDataSourceProxy(
                                CorrelatedDataSource.byComment(database.dataSource())))
                .withBean("routing", Routing.class, () -> new Routing(database.dataSource(), true))
                .withBean("routingToOthers", Routing.class, () -> new Routing(database.dataSource(), false))
                .withBean("main", DataSource.class, database::dataSource, definition -> definition.setPrimary(true))
                .run(context -> {
                    assertThat(context.getBeansOfType(DataSource.class)).hasSize(4);
                    context.getBeansOfType(DataSource.class)
                            .forEach((name, source) -> assertThat(underWork(JdbcClient.create(source), TEXT))
                                    .as(name)
                                    .isEqualTo("/* corr_id='abcd' */ " + TEXT));
                });
    }

    @Test
    void wrongWay_isRefusedByItsName() {
        application
                .withPropertyValues("counterfoil.correlation.jdbc=loudly")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("counterfoil.correlation.jdbc")
                        .hasStackTraceContaining("loudly"));
    }

    @Test
    void applicationName_ofADatabaseThatHasNone_isRefusedByItsName() {
        application
                .withPropertyValues(
                        "counterfoil.correlation.jdbc=application-name",
                        "spring.datasource.url=jdbc:h2:mem:named",
                        "spring.datasource.username=sa",
                        "spring.datasource.password=")
                .run(context -> assertThat(
                                catchThrowable(() -> underWork(context.getBean(JdbcClient.class), "SELECT 1")))
                        .hasStackTraceContaining("this data source connects to H2"));
    }

    /** One target, which is named already or not. */
    static final class Routing extends AbstractRoutingDataSource {

        Routing(DataSource target, boolean named) {
            DataSource resolved = named ? CorrelatedDataSource.byComment(target) : target;
            setTargetDataSources(Map.of("one", resolved));
            setDefaultTargetDataSource(resolved);
        }

        @Override
        protected Object determineCurrentLookupKey() {
            return "one";
        }
    }
}
