package io.counterfoil.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.monitoring.MonitoringFiles.Rule;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The dashboard, the rules and the runbook name what a service reports and stores. */
@Tag("OB-2")
@Timeout(600)
class MonitoringTest {

    private static final Pattern STATEMENT = Pattern.compile("(?s)```sql\\n(SELECT .*?)```");

    private static final Database DATABASE = TestPostgres.freshDatabase();
    private static ConfigurableApplicationContext service;
    private static Scrape scrape;

    @BeforeAll
    static void scrape() throws Exception {
        service = Monitored.start(
                "--server.port=0",
                "--logging.level.root=ERROR",
                "--logging.level.org.apache.catalina=OFF",
                "--counterfoil.lease.first-claim=trust-store",
                "--spring.datasource.url=" + DATABASE.jdbcUrl(),
                "--spring.datasource.username=" + DATABASE.user(),
                "--spring.datasource.password=" + DATABASE.password());
        String origin = "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.server.port");
        assertThat(Monitored.post(origin + "/orders", "k", "tea").statusCode()).isEqualTo(200);
        scrape = Scrape.of(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(origin + "/actuator/prometheus"))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }

    @AfterAll
    static void close() {
        service.close();
    }

    private static List<Expression> dashboard() {
        List<Expression> expressions = new ArrayList<>();
        for (JsonNode panel : MonitoringFiles.dashboard().path("panels")) {
            panel.path("targets")
                    .forEach(target ->
                            expressions.add(new Expression(target.path("expr").asString())));
        }
        MonitoringFiles.dashboard().path("templating").path("list").forEach(variable -> {
            if (variable.has("definition")) {
                expressions.add(new Expression(variable.path("definition").asString()));
            }
        });
        return expressions;
    }

    private static Map<String, Expression> recorded() {
        Map<String, Expression> recorded = new LinkedHashMap<>();
        for (Rule rule : MonitoringFiles.rules()) {
            if (!rule.alert()) {
                recorded.put(rule.name(), rule.expression());
            }
        }
        return recorded;
    }

    private static List<String> missing(List<Expression> expressions) {
        return expressions.stream()
                .flatMap(expression -> expression.missingFrom(scrape, recorded()).stream())
                .toList();
    }

    @Test
    void dashboard_namesSeriesThatThereAre() {
        assertThat(dashboard()).hasSizeGreaterThan(20);
        assertThat(missing(dashboard())).isEmpty();
    }

    @Test
    void rules_nameSeriesThatThereAre() {
        List<Expression> expressions =
                MonitoringFiles.rules().stream().map(Rule::expression).toList();

        assertThat(expressions).hasSizeGreaterThan(20);
        assertThat(missing(expressions)).isEmpty();
    }

    @Test
    void metricThatIsRenamed_isMissing() {
        Expression renamed =
                new Expression("sum by (cause) (rate(counterfoil_idempotency_replay_total{job=\"shop\"}[5m]))"
                        + " + counterfoil_idempotency_rejected_total{reason=\"bad_luck\"}");

        assertThat(renamed.missingFrom(scrape, Map.of()))
                .containsExactly(
                        "counterfoil_idempotency_replay_total",
                        "counterfoil_idempotency_rejected_total{reason=bad_luck}",
                        "label cause of [counterfoil_idempotency_rejected_total, counterfoil_idempotency_replay_total]");
    }

    @Test
    void dashboard_showsEveryMetric() {
        Set<String> shown = new TreeSet<>();
        dashboard().forEach(expression -> shown.addAll(expression.metrics()));
        Set<String> reported = scrape.series().keySet().stream()
                .filter(name -> name.startsWith("counterfoil_"))
                // The timers' other parts, and the requests that are active.
                .filter(name -> !name.endsWith("_max") && !name.startsWith("counterfoil_request_active_"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(shown).containsAll(reported);
    }

    @Test
    void dashboard_hasNoDataSourceOfItsOwn() {
        JsonNode dashboard = MonitoringFiles.dashboard();

        assertThat(dashboard.has("uid")).isFalse();
        assertThat(dashboard.findValues("datasource"))
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source.path("uid").asString()).isEqualTo("${datasource}"));
    }

    @Test
    @Tag("OB-3")
    void statementOfTheRunbook_findsTheUnknownOutcome() throws Exception {
        String origin = "http://127.0.0.1:" + service.getEnvironment().getRequiredProperty("local.server.port");
        Monitored.post(origin + "/payments", "payment-7", "-5");

        List<Map<String, Object>> rows = JdbcClient.create(DATABASE.dataSource())
                .sql(statement())
                .query()
                .listOfRows();

        assertThat(rows).hasSize(1);
        assertThat(rows.get(0)).containsEntry("request_id", "payment-7").containsValue("unknown");
    }

    private static String statement() {
        return STATEMENT
                .matcher(MonitoringFiles.runbook())
                .results()
                .map((MatchResult found) -> found.group(1).replace(";", ""))
                .findFirst()
                .orElseThrow();
    }
}
