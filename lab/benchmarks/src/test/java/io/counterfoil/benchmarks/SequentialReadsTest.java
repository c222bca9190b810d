package io.counterfoil.benchmarks;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.benchmarks.engine.Database;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class SequentialReadsTest {

    private static final int REQUESTS = 20;

    @TempDir
    private static Path directory;

    @Test
    void sequentialScans_areFound_andLookUpsByAnIndexAreNot() throws Exception {
        try (Database database = Database.start(directory);
                HikariDataSource pool = database.pool("reads", 3)) {
            Database.run(
                    pool,
                    List.of(
                            "CREATE TABLE item (id int PRIMARY KEY, name text)",
                            "INSERT INTO item SELECT id, 'item' FROM generate_series(1, 1000) AS id"));
            SequentialReads reads = SequentialReads.analysed(pool);
            Database.run(pool, Collections.nCopies(REQUESTS, "SELECT name FROM item WHERE id = 500"));
            assertThatCode(() -> reads.requireFew("by index", REQUESTS)).doesNotThrowAnyException();

            Database.run(pool, Collections.nCopies(REQUESTS, "SELECT id FROM item WHERE name = 'other'"));

            assertThatThrownBy(() -> reads.requireFew("without an index", REQUESTS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("without an index: sequential scans have read 20,000 rows for 20 requests");
        }
    }
}
