package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.SchemaMismatchException;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a person reads whose application does not start. */
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class StartUpReportTest {

    private static final String LOGGED = "--logging.level.org.springframework.boot.diagnostics=ERROR";

    @Test
    void failure_isPrintedAsADescriptionAndAnAction(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.open(List.of(RefusedEndpointsTest.OnGet.class), LOGGED)
                        .close())
                .isInstanceOf(CounterfoilStartUpException.class);

        assertThat(output)
                .containsSubsequence(
                        "APPLICATION FAILED TO START",
                        "Description:",
                        "OnGet.get() is @Idempotent and handles GET",
                        "Action:",
                        "Remove the annotation");
    }

    @Test
    void tablesThatAreMissing_arePrintedAsADescriptionAndAnAction(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.open(List.of(), LOGGED, "--counterfoil.create-table=false")
                        .close())
                .hasRootCauseInstanceOf(SchemaMismatchException.class);

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "Counterfoil cannot use its tables: the tables in jdbc:postgresql:",
                        "- table counterfoil_record is missing",
                        "Action:",
                        "JdbcSchema.create executes them",
                        "counterfoil.create-table=true creates missing tables",
                        "classpath:counterfoil-schema/{vendor}");
    }

    @Test
    void tablesOfALaterVersion_arePrintedWithWhatHelps(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.open(List.of(LaterTables.class), LOGGED).close())
                .hasRootCauseInstanceOf(SchemaMismatchException.class);

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "the tables are of version 7",
                        "Action:",
                        "Use the version of this library that matches these tables")
                .doesNotContain("JdbcSchema.create");
    }

    @Test
    void severalDataSources_areListedByNameInTheFailureReport(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.open(List.of(StoresTest.TwoDataSources.class), LOGGED)
                        .close())
                .hasStackTraceContaining("CounterfoilStartUpException");

        assertThat(output)
                .containsSubsequence(
                        "Description:",
                        "Counterfoil found more than one data source and none is primary: orders, reports.",
                        "Action:",
                        "Mark the data source that the handlers write to with @Primary")
                .doesNotContain("-parameters");
    }

    static class LaterTables {

        @Bean
        static BeanPostProcessor later() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof DataSource database) {
                        JdbcSchema.create(database);
                        JdbcClient.create(database)
                                .sql("INSERT INTO counterfoil_schema (version, compatible_from) VALUES (7, 7)")
                                .update();
                    }
                    return bean;
                }
            };
        }
    }
}
