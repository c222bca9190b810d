package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two batches of counts, each in an order of its own, would wait for each other. */
@Tag("RQ-13")
class CountOrderTest {

    private final DataSource database = TestPostgres.freshDatabase().dataSource();

    @Test
    void count_ofUnorderedBatch_updatesRowsInKeyOrder() {
        JdbcSchema.create(database);
        JdbcClaimStore store = JdbcClaimStore.on(database);
        Map<IdempotencyKey, Long> batch = new LinkedHashMap<>();
        for (IdempotencyKey key : List.of(
                IdempotencyKey.of("a", "x", "2"),
                IdempotencyKey.of("b", "x", "1"),
                IdempotencyKey.of("a", "y", "1"),
                IdempotencyKey.of("a", "x", "1"))) {
            Idempotency.on(store).execute(request(key, "contents"), TEXT, execution -> Completion.remember("answer"));
            batch.put(key, 3L);
        }
        Sql.run(database, "CREATE TABLE counted (number serial, key text NOT NULL)");
        Sql.run(database, """
                CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    INSERT INTO counted (key) VALUES (OLD.request_id || ' ' || OLD.client || ' ' || OLD.operation);
                    RETURN NEW;
                END $$""");
        Sql.run(
                database,
                "CREATE TRIGGER note AFTER UPDATE ON counterfoil_record FOR EACH ROW EXECUTE FUNCTION note()");

        store.count(batch);

        assertThat(Sql.texts(database, "SELECT key FROM counted ORDER BY number"))
                .containsExactly("1 a x", "1 a y", "1 b x", "2 a x");
    }
}
