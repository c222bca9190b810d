package io.counterfoil.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ends a run without a figure. */
@Timeout(300)
class RequestsTest {

    private static final int KEYS = 500;

    @TempDir
    private static Path directory;

    private static Database database;
    private static Field field;

    @BeforeAll
    static void start() throws Exception {
        database = Database.start(directory);
        field = new Field(database, 4);
    }

    @AfterAll
    static void stop() throws Exception {
        field.close();
        database.close();
    }

    private static Requests sent(Contestant contestant) throws Exception {
        Requests requests = Requests.seeded(contestant, KEYS);
        requests.first();
        requests.replay();
        requests.check();
        return requests;
    }

    @Test
    void handWrittenRequests_passTheCheck() {
        assertThatCode(() -> sent(field.enter(Floors::claimFirst))).doesNotThrowAnyException();
    }

    @Test
    void bookingThatIsMissing_isFound() throws Exception {
        Contestant contestant = field.enter(Floors::claimFirst);
        Requests requests = sent(contestant);

        Database.run(contestant.pool(), List.of("DELETE FROM booking WHERE id = (SELECT min(id) FROM booking)"));

        assertThatThrownBy(requests::check).hasMessage("floor3: 500 bookings instead of 501");
    }

    @Test
    void planWithoutAnIndex_isFound() throws Exception {
        Contestant contestant = field.enter(Floors::claimFirst);
        Requests requests = sent(contestant);

        Database.run(contestant.pool(), List.of("ALTER TABLE record DROP CONSTRAINT record_pkey"));
        requests.first();

        assertThatThrownBy(requests::check).hasMessageContaining("floor3: sequential scans have read");
    }
}
