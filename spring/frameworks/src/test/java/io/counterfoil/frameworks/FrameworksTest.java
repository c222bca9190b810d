package io.counterfoil.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Spring Session, Integration and Modulith write below a keyed handler: part of the request, or apart from it on purpose. */
@Timeout(600)
@Tag("RQ-13")
@Tag("RQ-20")
class FrameworksTest {

    private static RunningApplication application;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        application = RunningApplication.start();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static HttpResponse<String> post(String path, String key) throws Exception {
        return application.post(path + "/" + key, key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/session", "/session-then-failure"})
    void session_isKeptApart(String path) throws Exception {
        boolean fails = path.endsWith("failure");

        assertThat(post(path, key).statusCode()).isEqualTo(fails ? 500 : 200);

        assertThat(application.count("spring_session_attributes WHERE attribute_name = ?", key))
                .isEqualTo(1);
        assertThat(application.notes(key)).isEqualTo(fails ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lock", "/lock-in-a-transaction"})
    void lock_isSeenWhileHeld(String path) throws Exception {
        assertThat(post(path, key).body()).isEqualTo("held: 1");
        assertThat(post(path, key).body()).isEqualTo("held: 1");

        assertThat(application.bean(Committed.class).locks()).isZero();
        assertThat(application.notes(key)).isEqualTo(1);
    }

    @Test
    void lock_whoseHandlerFails_isReleased() throws Exception {
        assertThat(post("/lock-then-failure", key).statusCode()).isEqualTo(500);

        assertThat(application.bean(Committed.class).locks()).isZero();
        assertThat(application.notes(key)).isZero();
    }

    @Test
    void messageStore_inAHandler_isPartOfTheRequest() throws Exception {
        long before = messages();

        assertThat(post("/message-then-failure", key).statusCode()).isEqualTo(500);
        assertThat(messages()).isEqualTo(before);
        assertThat(post("/message", key).statusCode()).isEqualTo(200);
        assertThat(post("/message", key).statusCode()).isEqualTo(200);

        assertThat(messages()).isEqualTo(before + 1);
        assertThat(application.notes(key)).isEqualTo(1);
    }

    @Test
    void metadataStore_inAHandler_isPartOfTheRequest() throws Exception {
        String stored = "int_metadata_store WHERE metadata_key = ?";

        assertThat(post("/metadata-then-failure", key).statusCode()).isEqualTo(500);
        assertThat(application.count(stored, key)).isZero();
        assertThat(post("/metadata", key).body()).isEqualTo("null");
        assertThat(post("/metadata", key).body()).isEqualTo("null");

        assertThat(application.count(stored, key)).isEqualTo(1);
    }

    private static long messages() {
        return application.count("int_message WHERE region = ?", "DEFAULT");
    }

    private long publications() {
        return application.count("event_publication WHERE serialized_event LIKE '%' || ? || '%'", key);
    }

    private long heard() {
        return application.bean(ModulithHandlers.Listener.class).heard().stream()
                .filter(key::equals)
                .count();
    }

    @Test
    void publication_commitsWithTheRequest() throws Exception {
        assertThat(post("/event", key).statusCode()).isEqualTo(200);
        assertThat(post("/event", key).statusCode()).isEqualTo(200);

        assertThat(heard()).isEqualTo(1);
        assertThat(publications()).isEqualTo(1);
        assertThat(application.count(
                        "event_publication WHERE completion_date IS NOT NULL AND serialized_event LIKE '%' || ? || '%'",
                        key))
                .isEqualTo(1);
    }

    @Test
    void publication_whoseHandlerFails_isGone() throws Exception {
        assertThat(post("/event-then-failure", key).statusCode()).isEqualTo(500);

        assertThat(publications()).isZero();
        assertThat(heard()).isZero();
    }

    @Test
    void publication_inATransactionThatRolledBack_isGone() throws Exception {
        assertThat(post("/event-rolled-back", key).statusCode()).isEqualTo(200);

        assertThat(publications()).isZero();
        assertThat(heard()).isZero();
        assertThat(application.notes(key)).isZero();
    }
}
