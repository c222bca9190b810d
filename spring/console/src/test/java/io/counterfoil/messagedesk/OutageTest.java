package io.counterfoil.messagedesk;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console while the database is away: it says so, and recovers. */
@Timeout(300)
@Tag("CN-1")
class OutageTest {

    private static RunningDesk desk;
    private static String letter;

    @BeforeAll
    static void open() throws Exception {
        desk = RunningDesk.open(TestPostgres.freshDatabase());
        desk.kill("m-1");
        letter = desk.json("api/messages/dead").get("messages").get(0).get("id").asString();
    }

    @AfterAll
    static void close() {
        desk.close();
    }

    @BeforeEach
    void begin() {
        desk.bean(Outage.class).begin();
    }

    @AfterEach
    void end() {
        desk.bean(Outage.class).end();
    }

    private static void assertUnavailable(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(response.body()).contains("store-unavailable").doesNotContain("secret host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api/overview",
                "api/records",
                "api/decisions",
                "api/duplicates/stored",
                "api/messages",
                "api/messages/dead",
                "api/messages/failing",
                "api/outbox",
                "api/operations"
            })
    void panel_saysThatTheDatabaseIsAway_andRecovers(String path) throws Exception {
        assertUnavailable(desk.get(path));

        desk.bean(Outage.class).end();

        assertThat(desk.get(path).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages/dead/LETTER/requeue", "messages/dead/LETTER/discard", "outbox/1/discard"})
    void decision_saysThatTheDatabaseIsAway(String path) throws Exception {
        assertUnavailable(desk.act(path.replace("LETTER", letter), "r"));
    }
}
