package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The console where nothing authenticates. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
@Timeout(600)
@Tag("CN-3")
class OpenConsoleTest {

    private static final String[] OPEN = {
        "--counterfoil.console.view-role=",
        "--counterfoil.management.role=",
        "--logging.level.io.counterfoil.springconsole=WARN"
    };

    private static final String HAPPENED = "{\"happened\": true, \"reason\": \"r\", \"status\": 201}";

    private final String id = UUID.randomUUID().toString();

    @Test
    void withoutSecurity_everybodyIsRefused() throws Exception {
        try (RunningShop shop = RunningShop.open(TestPostgres.freshDatabase())) {
            assertThat(shop.get("", "api/records").statusCode()).isEqualTo(401);
            assertThat(shop.post("", "api/records/x/decision", "{}").statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void emptyRoles_letEverybodyIn_andAreWarnedOf(CapturedOutput output) throws Exception {
        try (RunningShop shop = RunningShop.open(TestPostgres.freshDatabase(), OPEN)) {
            shop.dieOrdering(id, "tea");

            assertThat(shop.decide("", id, HAPPENED).statusCode()).isEqualTo(200);

            assertThat(shop.json("", "api/decisions")
                            .get("decisions")
                            .get(0)
                            .get("by")
                            .asString())
                    .isEqualTo("anonymous");
            assertThat(output)
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
