package io.counterfoil.transparency;

import io.counterfoil.testkit.database.Database;
import java.util.List;

/** Another client of the application's database, on a connection of its own. */
public record Neighbour(Database database) {

    /** Executes a statement and commits it. */
    public void executes(String sql) {
        Engine.run(database, List.of(sql));
    }
}
