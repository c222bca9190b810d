package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Timeout(300)
@Isolated("captures log lines, which the start of another application would switch off")
@Tag("CO-1")
class RequestLogTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final String LONGEST_EXTENSIBLE = "a".repeat(63) + "." + "b".repeat(59);

    private final Api api = SERVICE.api();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.counterfoil");
    private final Level level = logger.getLevel();
    private final Lines lines = new Lines();

    /** Keeps what is logged, with the MDC of the thread that logged it. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            event.prepareForDeferredProcessing();
            events.add(event);
        }

        List<String> of(String correlationId) {
            return events.stream()
                    .filter(event ->
                            correlationId.equals(event.getMDCPropertyMap().get("corr_id")))
                    .map(ILoggingEvent::getFormattedMessage)
                    .toList();
        }

        List<String> all() {
            return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
        }
    }

    @BeforeEach
    void listen() {
        lines.setContext(logger.getLoggerContext());
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void stop() {
        logger.setLevel(level);
        logger.detachAppender(lines);
        lines.stop();
    }

    @Test
    @Tag("CO-2")
    @Tag("CO-3")
    void everyLogLineAndResponse_haveTheRequestsCorrelationId() {
        String ledger = api.ledger(10);
        String id = "story-" + Api.fresh();
        Call debit = api.transaction(ledger, Api.fresh(), -10).key(Api.fresh());

        Reply first = debit.correlation(id + ".1").created();
        String work = first.header("Correlation-Id");
        assertThat(work).matches(id + "\\.1\\.[A-Za-z0-9_-]{4}");
        assertThat(lines.of(work))
                .anySatisfy(line ->
                        assertThat(line).startsWith("Transaction posted").contains(first.id(), ledger))
                .anySatisfy(line -> assertThat(line).startsWith("Request executed"))
                .hasSameSizeAs(linesAbout(first.id(), "Request executed"));

        api.get("/v1/ledgers/" + ledger).ok();
        assertThat(lines.of(work)).hasSize(2);
    }

    /** Brackets and equals signs of a key would write fields of the line, and so the stories that are read from it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "x] Replacing correlation id [new_corr_id=VICTIM] [y",
                "KEY] [attempt=FORGED-2] [status=500] [z",
                "x attempt=9",
                "turned \u202e round \u2028 and \u200b hidden \ufeff"
            })
    void key_writesNoFieldOfALogLine(String key) {
        String id = "forge-" + Api.fresh();

        Reply keyed = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats")
                .header("Idempotency-Key", '"' + key.replaceAll("[^ -~]", "?") + '"')
                .client("mallory [a=b]")
                .correlation(id + ".1")
                .created();
        Reply named = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", key)
                .correlation(id + ".2")
                .created();

        assertThat(lines.of(keyed.header("Correlation-Id")))
                .filteredOn(line -> line.startsWith("Request executed"))
                .singleElement()
                .asString()
                .matches(
                        "Request executed \\[request_id=[^\\[\\]=]+] \\[client=mallory \\\\u005ba\\\\u003db\\\\u005d] \\[attempt=-] \\[status=201]");
        assertThat(String.join("", lines.of(named.header("Correlation-Id"))))
                .matches("[ -~]*")
                .doesNotContain("[new_corr_id", "[attempt");
    }

    private List<String> linesAbout(String... texts) {
        return lines.all().stream()
                .filter(line -> List.of(texts).stream().anyMatch(line::contains))
                .toList();
    }

    @Test
    void duplicate_hasACorrelationIdOfItsOwn() {
        Call debit = api.transaction(api.ledger(10), Api.fresh(), -10).key(Api.fresh());
        Reply first = debit.created();
        Reply second = debit.created();

        assertThat(second.header("Correlation-Id")).isNotEqualTo(first.header("Correlation-Id"));
        assertThat(lines.of(second.header("Correlation-Id")))
                .singleElement()
                .asString()
                .startsWith("Request replayed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a b", "a;b", "\"a\"", "a..b", ".", "a/../b", "<script>", "${jndi:x}", "a\tb", "%0a", "$(id)"})
    @Tag("CO-10")
    void hostileCorrelationId_isReplacedByAFreshOne_andThatIsLogged(String hostile) {
        Reply reply = api.get("/v1/ledgers/" + Api.fresh()).correlation(hostile).send();

        String fresh = reply.header("Correlation-Id");
        assertThat(fresh).matches("[A-Za-z0-9_-]{16}");
        assertThat(lines.of(fresh)).singleElement().asString().startsWith("Refused correlation id from outside");
        assertThat(lines.all()).noneMatch(line -> line.contains("\n") || line.contains("\t"));
    }

    @Test
    @Tag("CO-10")
    void correlationId_ofTheLongestExtensibleLength_isExtended() {
        Call look = api.get("/v1/ledgers/x");

        assertThat(look.correlation(LONGEST_EXTENSIBLE).send().header("Correlation-Id"))
                .startsWith(LONGEST_EXTENSIBLE + ".")
                .hasSize(128);
    }

    @Test
    @Tag("CO-10")
    void correlationId_tooLongToBeExtended_isReplaced() {
        Call look = api.get("/v1/ledgers/x");

        assertThat(look.correlation(LONGEST_EXTENSIBLE + "c").send().header("Correlation-Id"))
                .hasSize(16);
    }

    @Test
    void everyRequest_hasACorrelationId_alsoOneThatIsRefused() {
        assertThat(api.get("/nowhere").send().header("Correlation-Id")).isNotEmpty();
        assertThat(api.post("/v1/ledgers").key("\"").send().header("Correlation-Id"))
                .isNotEmpty();
        assertThat(api.call("DELETE", "/v1/ledgers").send().header("Correlation-Id"))
                .isNotEmpty();
    }

    @Test
    @Tag("EN-2")
    void lines_nameEntityIds_andNoBodies() {
        String ledger = api.ledger(77_001);
        api.post(Api.transactionsOf(ledger), "idempotency_key", Api.fresh(), "quantity", -1, "content_key", "private")
                .created();

        assertThat(lines.all()).noneMatch(line -> line.contains("private") || line.contains("pk="));
        assertThat(lines.all()).anyMatch(line -> line.contains(ledger));
    }
}
