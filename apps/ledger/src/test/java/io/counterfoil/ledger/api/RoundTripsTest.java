package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.CountingSockets;
import io.counterfoil.testkit.database.TestPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often the service and its PostgreSQL take turns for a posting, counted at its sockets. */
@Timeout(300)
@Tag("LG-3")
class RoundTripsTest {

    /** More than it takes until the driver sends all statements under names. */
    private static final int CALLS = 12;

    private static RunningService service;
    private static Api api;

    @BeforeAll
    static void start() throws Exception {
        service = RunningService.on(
                TestPostgres.freshDatabase().counted(),
                "spring.datasource.hikari.maximum-pool-size=2",
                // What is done in the background takes other turns.
                "counterfoil.purge.interval=1h",
                "ledger.imports.heartbeat=1h");
        api = new Api(service.uri());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void posting_takesOne() {
        String ledger = api.ledger();

        assertThat(fewest(
                        () -> api.transaction(ledger, Api.fresh(), 1).created().isOriginal()))
                .isEqualTo(1);
    }

    @Test
    void duplicate_takesTwo() {
        String ledger = api.ledger();
        String key = Api.fresh();
        api.transaction(ledger, key, 1).created().isOriginal();

        assertThat(fewest(() -> api.transaction(ledger, key, 1).created().isReplayed()))
                .isEqualTo(2);
    }

    @Test
    @Tag("LG-5")
    void postingUnderAHeaderKey_takesTheRecordBeside() {
        String ledger = api.ledger();

        assertThat(fewest(() -> api.transaction(ledger, Api.fresh(), 1)
                        .key(Api.fresh())
                        .created()
                        .isOriginal()))
                .isEqualTo(2);
    }

    /** The fewest of several, because the pool asks a connection that has been idle for a while whether it is alive. */
    private static long fewest(Runnable call) {
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < CALLS; i++) {
            CountingSockets.Sent before = CountingSockets.sent();
            call.run();
            fewest = Math.min(fewest, CountingSockets.sent().since(before).roundTrips());
        }
        return fewest;
    }
}
