package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes of an application whose handler begins before its claim: neither foresees the other's duplicates. */
@Timeout(600)
class ClaimWithFirstStatementTest {

    private static final String PATH = "/book-and-claim";

    private static RunningApplication one;
    private static RunningApplication other;

    @BeforeAll
    static void start() {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        one = RunningApplication.start(database);
        other = RunningApplication.start(database);
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
    }

    @Test
    @Tag("RQ-7")
    void duplicateAtAnotherProcess_isReplayed() throws Exception {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> original = one.post(PATH, key);

        HttpResponse<String> duplicate = other.post(PATH, key);

        assertThat(original.statusCode()).isEqualTo(201);
        assertThat(duplicate.statusCode()).isEqualTo(201);
        assertThat(duplicate.body()).isEqualTo(original.body());
        assertThat(duplicate.headers().firstValue("Idempotency-Replayed")).contains("true");
    }

    @Test
    @Tag("RQ-13")
    void duplicateAtAnotherProcess_hasNoEffect() throws Exception {
        String key = UUID.randomUUID().toString();
        one.post(PATH, key);
        long before = one.bookings();

        other.post(PATH, key);

        assertThat(one.bookings()).isEqualTo(before);
    }

    @Test
    @Tag("RQ-8")
    void otherContentsAtAnotherProcess_areRefused() throws Exception {
        String key = UUID.randomUUID().toString();
        one.postBody(PATH, key, "{\"seat\":1}");

        assertThat(other.postBody(PATH, key, "{\"seat\":2}").statusCode()).isEqualTo(422);
    }
}
