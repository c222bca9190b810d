package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same application on the other databases, with nothing said but the URL. */
@Timeout(600)
class OtherDatabasesTest {

    @Test
    @Tag("RQ-13")
    void mariaDb_keepsEffectAndRecordTogether() throws Exception {
        assertEffectOnce(TestMariaDb.freshDatabase(), "transactional");
    }

    @Test
    @Tag("RQ-13")
    void mariaDb_keepsLeases() throws Exception {
        assertEffectOnce(TestMariaDb.freshDatabase(), "lease");
    }

    @Test
    @Tag("RQ-13")
    void h2_keepsEffectAndRecordTogether() throws Exception {
        assertEffectOnce(h2(), "transactional");
    }

    @Test
    @Tag("RQ-13")
    void h2_keepsLeases() throws Exception {
        assertEffectOnce(h2(), "lease");
    }

    private static Database h2() {
        String name = "boot" + UUID.randomUUID().toString().replace("-", "");
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        dataSource.setUser("sa");
        return new Database(name, dataSource.getURL(), "sa", "", dataSource);
    }

    private static void assertEffectOnce(Database database, String mode) throws Exception {
        RunningApplication.createBookings(database);
        try (RunningApplication application = RunningApplication.start(database, "--counterfoil.mode=" + mode)) {
            String key = UUID.randomUUID().toString();
            assertThat(application.post("/book", key).statusCode()).isEqualTo(201);
            assertThat(application.post("/book", key).headers().firstValue("Idempotency-Replayed"))
                    .contains("true");
            assertThat(application.postBody("/book", key, "other").statusCode()).isEqualTo(422);
            assertThat(application.bookings()).isEqualTo(1);
            assertThat(application.post("/refuse", UUID.randomUUID().toString()).statusCode())
                    .isEqualTo(400);
            assertThat(application.bookings()).isEqualTo(1);
        }
    }
}
