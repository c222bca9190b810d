package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One property, and the record is kept under a lease: a handler's transactions are its own. */
@Timeout(600)
@Tag("RQ-13")
class LeaseModeTest {

    private static RunningApplication application;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        Database database = TestPostgres.freshDatabase();
        RunningApplication.createBookings(database);
        application = RunningApplication.start(
                database,
                "--counterfoil.mode=lease",
                "--counterfoil.lease.duration=10s",
                "--counterfoil.limits.wait-time=0s");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void duplicate_isReplayed() throws Exception {
        HttpResponse<String> first = application.post("/book", key);
        HttpResponse<String> second = application.post("/book", key);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
    }

    @Test
    void failureAfterTheEffect_isUnknownOutcome_untilSettled() throws Exception {
        long before = application.bookings();
        assertThat(application.post("/fail", key).statusCode()).isEqualTo(502);
        assertThat(application.bookings()).isEqualTo(before + 1);

        HttpResponse<String> retry = application.post("/fail", key);
        assertThat(retry.statusCode()).isEqualTo(409);
        assertThat(retry.body()).contains("urn:counterfoil:problem:outcome-unknown");
        assertThat(application.bookings()).isEqualTo(before + 1);

        IdempotencyKey unknown =
                new IdempotencyKey(ClientId.ANONYMOUS, new OperationName("POST /fail"), new RequestId(key));
        assertThat(application.bean(UnknownOutcomes.class).didNotHappen(unknown))
                .isTrue();
        assertThat(application.post("/fail", key).statusCode()).isEqualTo(502);
        assertThat(application.bookings()).isEqualTo(before + 2);
    }
}
