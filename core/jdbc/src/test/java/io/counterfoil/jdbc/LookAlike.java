package io.counterfoil.jdbc;

import io.counterfoil.testkit.database.Database;

/** PostgreSQL that acts as databases do that have its protocol alone: their functions are found before its own. */
final class LookAlike {

    private LookAlike() {}

    /** Locks are accepted and do nothing, as in CockroachDB. */
    static Database withoutAdvisoryLocks(Database database) {
        return with(database, "SELECT true");
    }

    /** Locks are refused, as in YugabyteDB before it had them. */
    static Database refusingAdvisoryLocks(Database database) {
        return with(
                database,
                "BEGIN RAISE EXCEPTION 'advisory locks are not supported' USING ERRCODE = 'feature_not_supported'; END");
    }

    /** PostgreSQL that lists an extension, and has nothing of it. */
    static Database withExtension(Database database, String name) {
        Sql.run(database.dataSource(), "CREATE SCHEMA look_alike");
        Sql.run(database.dataSource(), "CREATE TABLE look_alike.pg_extension AS SELECT '" + name + "' AS extname");
        return searched(database);
    }

    private static Database with(Database database, String body) {
        String language = body.startsWith("SELECT") ? "sql" : "plpgsql";
        Sql.run(database.dataSource(), "CREATE SCHEMA look_alike");
        for (String lock : new String[] {
            "pg_try_advisory_xact_lock(bigint) RETURNS boolean", "pg_advisory_xact_lock(bigint) RETURNS boolean"
        }) {
            Sql.run(
                    database.dataSource(),
                    "CREATE FUNCTION look_alike." + lock + " LANGUAGE " + language + " AS '" + body.replace("'", "''")
                            + "'");
        }
        return searched(database);
    }

    private static Database searched(Database database) {
        Sql.run(
                database.dataSource(),
                "ALTER DATABASE " + database.name() + " SET search_path = public, look_alike, pg_catalog");
        return database;
    }
}
