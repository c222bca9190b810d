package io.counterfoil.cli.schema;

import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.ArrayList;
import java.util.List;

/** The databases that the command has drivers for. */
enum Product {
    POSTGRESQL {
        @Override
        Place fresh() {
            return Place.of(TestPostgres.freshDatabase());
        }

        @Override
        String changeColumn(String table, String column, String type, String rest) {
            String alter = "ALTER TABLE " + table + " ALTER COLUMN " + column;
            return alter + " DROP DEFAULT; " + alter + " TYPE " + type + " USING NULL::" + type + "; " + alter
                    + (rest.contains("NOT NULL") ? " SET" : " DROP") + " NOT NULL";
        }
    },
    MARIADB {
        @Override
        Place fresh() {
            return Place.of(TestMariaDb.freshDatabase());
        }

        @Override
        String changeColumn(String table, String column, String type, String rest) {
            return "ALTER TABLE " + table + " MODIFY " + column + " " + type + " " + rest;
        }

        @Override
        String dropIndex(String index, String table) {
            return super.dropIndex(index, table) + " ON " + table;
        }
    },
    H2 {
        @Override
        Place fresh() {
            return Place.h2();
        }

        @Override
        String changeColumn(String table, String column, String type, String rest) {
            return "ALTER TABLE " + table + " ALTER COLUMN " + column + " " + type + " " + rest;
        }
    };

    abstract Place fresh();

    /** The statement that removes an index of a table. */
    String dropIndex(String index, String table) {
        return "DROP INDEX " + index;
    }

    /** The statement that defines a column of an empty table anew, without a default. */
    abstract String changeColumn(String table, String column, String type, String rest);

    /** With the tables of all features that it supports. */
    Place complete() {
        Place place = fresh();
        List<String> arguments = new ArrayList<>(Features.ALL);
        if (this != POSTGRESQL) {
            arguments.remove("machine-ids");
        }
        arguments.add(0, "upgrade");
        Place.Result upgraded = place.run(arguments.toArray(String[]::new));
        if (upgraded.exitCode() != 0) {
            throw new IllegalStateException(upgraded.toString());
        }
        return place;
    }
}
