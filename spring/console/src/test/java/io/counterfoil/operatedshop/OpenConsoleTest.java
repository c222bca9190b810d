package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** The console where nothing authenticates. */
@Isolated("captures log lines, which the start of another application would switch off")
@Timeout(600)
@Tag("CN-3")
class OpenConsoleTest {

    private static final String[] OPEN = {"--counterfoil.console.view-role=", "--counterfoil.management.role="};

    private static final String HAPPENED = "{\"happened\": true, \"reason\": \"r\", \"status\": 201}";

    private final String id = UUID.randomUUID().toString();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.counterfoil.springconsole");
    private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(ch.qos.logback.classic.Level.WARN);
        warnings.start();
        logger.addAppender(warnings);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(warnings);
        logger.setLevel(null);
    }

    @Test
    void withoutSecurity_everybodyIsRefused() throws Exception {
        try (RunningShop shop = RunningShop.open(TestPostgres.freshDatabase())) {
            assertThat(shop.get("", "api/records").statusCode()).isEqualTo(401);
            assertThat(shop.post("", "api/records/x/decision", "{}").statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void emptyRoles_letEverybodyIn_andAreWarnedOf() throws Exception {
        try (RunningShop shop = RunningShop.open(TestPostgres.freshDatabase(), OPEN)) {
            shop.dieOrdering(id, "tea");

            assertThat(shop.decide("", id, HAPPENED).statusCode()).isEqualTo(200);

            assertThat(shop.json("", "api/decisions")
                            .get("decisions")
                            .get(0)
                            .get("by")
                            .asString())
                    .isEqualTo("anonymous");
            assertThat(warnings.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .contains("Everyone who reaches /counterfoil/", "view-role is empty", "management.role is empty");
        }
    }

    @Test
    void actionOfAnotherPage_isRefused() throws Exception {
        try (RunningShop shop = RunningShop.open(TestPostgres.freshDatabase(), OPEN)) {
            shop.dieOrdering(id, "tea");
            String path = "api/records/" + shop.id("", id) + "/decision";

            assertThat(shop.post("", path, HAPPENED, "Content-Type", "application/json")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(shop.post("", path, HAPPENED, "Content-Type", "text/plain", "Counterfoil-Console", "1")
                            .statusCode())
                    .isEqualTo(415);
        }
    }
}
