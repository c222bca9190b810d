package io.counterfoil.operations;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Each process on another node of a cluster. */
@Tag("BM-1")
class CitusKilledProcessTest extends KilledProcessContract {

    private final List<Database> nodes = TestCitus.freshDatabase();

    @Override
    Site site() {
        return Site.of(SqlDialect.CITUS, nodes.get(0).dataSource());
    }

    @Override
    List<Database> nodes() {
        return nodes;
    }
}
