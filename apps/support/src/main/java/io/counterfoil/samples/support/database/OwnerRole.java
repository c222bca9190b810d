package io.counterfoil.samples.support.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The role that programs connect as: it owns the database and all tables in it, and has no other privileges. Database
 * and role have the same name.
 */
final class OwnerRole {

    /** Tables, views, and sequences that belong to no column; {@code ALTER TABLE} applies to all of them. */
    private static final String TAKE_OVER = """
            DO $$
            DECLARE
                relation regclass;
            BEGIN
                FOR relation IN
                    SELECT c.oid
                    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE c.relowner = current_user::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
                        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
                        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                            AND d.objid = c.oid AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
                LOOP
                    EXECUTE format('ALTER TABLE %%s OWNER TO %1$s', relation);
                END LOOP;
            END $$""";

    private final String name;

    /** @param name lower-case letters and underscores */
    OwnerRole(String name) {
        this.name = name;
    }

    /**
     * Creates the role and the database if they are missing, and sets the role's password. Idempotent.
     *
     * @param server the server's initial database, as the superuser
     * @param password letters and digits
     */
    void prepare(DataSource server, String password) throws SQLException {
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "pg_roles WHERE rolname")) {
                statement.execute("CREATE ROLE " + name);
            }
            statement.execute("ALTER ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD '%s'"
                    .formatted(name, password));
            if (exists(statement, "pg_database WHERE datname")) {
                statement.execute("ALTER DATABASE %1$s OWNER TO %1$s".formatted(name));
            } else {
                statement.execute("CREATE DATABASE %1$s OWNER %1$s".formatted(name));
            }
        }
    }

    /**
     * Reassigns what the superuser owns in the database to the role. In data of earlier versions, whose programs
     * connected as the superuser, that is every table. Idempotent.
     *
     * @param database the role's database, as the superuser
     */
    void takeOver(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TAKE_OVER.formatted(name));
        }
    }

    private boolean exists(Statement statement, String place) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT 1 FROM %s = '%s'".formatted(place, name))) {
            return found.next();
        }
    }
}
