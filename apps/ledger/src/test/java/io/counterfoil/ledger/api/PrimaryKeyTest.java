package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Primary keys are made such that they can be told from all other numbers; then they are looked for wherever the service speaks. */
@Timeout(300)
@Isolated("captures log lines, which the start of another application would switch off")
@Tag("EN-2")
class PrimaryKeyTest {

    /** Every primary key begins so, in digits: the n-th table's with n behind it. */
    private static final String MARK = "7700770077";

    /** In digits, or in hexadecimal ones; all of them, because a few occur in random text. */
    private static final Pattern SHOWN = Pattern.compile(
            MARK + "[0-9]{6}|" + Long.toHexString(7_700_770_077_000_000L).substring(0, 8) + "[0-9a-f]{6}");

    private final RunningService service = RunningService.start(List.of());
    private final JdbcClient sql = service.sql();
    private final Api api = new Api(service.uri());
    private final Lines lines = new Lines();
    private final Logger everything = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.counterfoil");
    private final Level before = ours.getLevel();

    /** What is logged, with all that an event carries. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final Queue<String> texts = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            String failure =
                    event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
            texts.add(event.getFormattedMessage() + " " + event.getMDCPropertyMap() + " " + event.getKeyValuePairs()
                    + " " + failure);
        }
    }

    @BeforeEach
    void markAllPrimaryKeys() {
        List<String> columns = sql.sql("""
                        SELECT format('%I ALTER COLUMN %I', table_name, column_name) FROM information_schema.columns
                         WHERE table_schema = current_schema() AND is_identity = 'YES'""").query(String.class).list();
        assertThat(columns).hasSizeGreaterThan(4);
        for (int i = 0; i < columns.size(); i++) {
            sql.sql("ALTER TABLE %s RESTART WITH %s%s0001".formatted(columns.get(i), MARK, 10 + i))
                    .update();
        }
        ours.setLevel(Level.DEBUG);
        lines.setContext(everything.getLoggerContext());
        lines.start();
        everything.addAppender(lines);
    }

    @AfterEach
    void stop() {
        everything.detachAppender(lines);
        lines.stop();
        ours.setLevel(before);
        service.close();
    }

    @Test
    void noOperation_exposesAPrimaryKey_inResponseOrLog() {
        List<Reply> replies = EveryOperation.repliesOf(api);

        for (String table : List.of("ledger", "ledger_transaction", "reversal")) {
            assertThat(sql.sql("SELECT min(pk)::text FROM " + table)
                            .query(String.class)
                            .single())
                    .as("the keys are those that are looked for")
                    .matches(SHOWN);
        }
        List<String> spoken = new ArrayList<>(lines.texts);
        assertThat(spoken).hasSizeGreaterThan(30);
        replies.forEach(reply -> spoken.add(reply.toString()));
        assertThat(spoken).noneMatch(text -> SHOWN.matcher(text).find());
    }

    @Test
    void refusalOfTheDatabaseItself_isLogged_withoutTheRow() throws Exception {
        sql.sql("ALTER TABLE ledger ADD CONSTRAINT no_such_unit CHECK (unit <> 'phlogiston')")
                .update();

        HttpRequest open = HttpRequest.newBuilder(service.uri().resolve("/v1/ledgers"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Bodies.json("idempotency_key", Api.fresh(), "unit", "phlogiston")))
                .build();
        HttpResponse<String> failed = HttpClient.newHttpClient().send(open, BodyHandlers.ofString());

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(lines.texts).anyMatch(text -> text.contains("no_such_unit"));
        assertThat(lines.texts).noneMatch(text -> SHOWN.matcher(text).find());
        assertThat(failed.headers() + failed.body())
                .doesNotContain("no_such_unit")
                .doesNotContainPattern(SHOWN);
    }

    @Test
    void document_namesNone() {
        assertThat(OpenApiTest.PUBLISHED.document().toString().toLowerCase(Locale.ROOT))
                .doesNotContain("pk\"", "primary key", "primary_key");
    }
}
