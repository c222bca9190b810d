package io.counterfoil.samples.support.database;

import java.nio.file.Path;

/**
 * Main class of a child process: opens the database of a directory, runs one statement, and waits until it is stopped.
 */
final class DatabaseProcess {

    /** The name of the database. */
    static final String NAME = "books";

    private DatabaseProcess() {}

    public static void main(String[] args) throws Exception {
        EmbeddedDatabase database = EmbeddedDatabase.start(Path.of(args[0]), NAME);
        System.out.println("result " + Sql.run(database, args[1]));
        if (System.in.read() == -1) {
            database.close();
        }
    }
}
