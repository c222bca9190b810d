package io.counterfoil.jdbc;

import static java.sql.Types.BIGINT;
import static java.sql.Types.BINARY;
import static java.sql.Types.BLOB;
import static java.sql.Types.INTEGER;
import static java.sql.Types.LONGVARBINARY;
import static java.sql.Types.SMALLINT;
import static java.sql.Types.VARBINARY;
import static java.sql.Types.VARCHAR;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.util.List;
import java.util.Set;

/**
 * What this version needs of a table. It may have more.
 *
 * @param primaryKey its columns, in order
 * @param index the column that an index must begin with; empty for none
 */
record SchemaTable(String name, List<Column> columns, List<String> primaryKey, String index) {

    /**
     * What this version needs of a column.
     *
     * @param type as a person is told it
     * @param types as a driver tells it
     * @param size how many characters or bytes it must at least hold; 0 where the type tells
     * @param filled whether it must refuse NULL; otherwise it must take it
     * @param defaulted whether rows are inserted without it
     */
    record Column(String name, String type, Set<Integer> types, int size, boolean filled, boolean defaulted) {

        Column optional() {
            return new Column(name, type, types, size, false, defaulted);
        }

        Column withDefault() {
            return new Column(name, type, types, size, filled, true);
        }
    }

    /** The tables of that database. */
    static List<SchemaTable> of(SqlDialect dialect) {
        SchemaTable record = new SchemaTable(
                "counterfoil_record",
                List.of(
                        text(dialect, "request_id", RequestId.MAX_BYTES),
                        text(dialect, "client", ClientId.MAX_BYTES),
                        text(dialect, "operation", OperationName.MAX_BYTES),
                        fingerprint(dialect),
                        text(dialect, "first_attempt", AttemptId.MAX_LENGTH).optional(),
                        number("received_at"),
                        number("expires_at"),
                        number("request_count").withDefault(),
                        number("token"),
                        number("leased_until").optional(),
                        new Column("format", "smallint", Set.of(SMALLINT), 0, false, false),
                        payload(dialect)),
                List.of("request_id", "client", "operation"),
                "expires_at");
        SchemaTable slot = new SchemaTable(
                "counterfoil_slot",
                List.of(
                        integer("slot"),
                        number("key_hash").withDefault(),
                        number("contents_hash").withDefault()),
                List.of("slot"),
                "");
        SchemaTable schema = new SchemaTable(
                "counterfoil_schema", List.of(integer("version"), integer("compatible_from")), List.of("version"), "");
        return dialect == SqlDialect.POSTGRESQL ? List.of(record, schema) : List.of(record, slot, schema);
    }

    private static Column number(String name) {
        return new Column(name, "bigint", Set.of(BIGINT), 0, true, false);
    }

    private static Column integer(String name) {
        return new Column(name, "integer", Set.of(INTEGER), 0, true, false);
    }

    private static Column text(SqlDialect dialect, String name, int bytes) {
        return switch (dialect) {
            case POSTGRESQL -> new Column(name, "text", Set.of(VARCHAR), Integer.MAX_VALUE, true, false);
            case MYSQL -> new Column(name, "varbinary(" + bytes + ")", Set.of(VARBINARY), bytes, true, false);
            case H2 -> new Column(name, "varchar(" + bytes + ")", Set.of(VARCHAR), bytes, true, false);
        };
    }

    private static Column fingerprint(SqlDialect dialect) {
        String type = switch (dialect) {
            case POSTGRESQL -> "bytea";
            case MYSQL -> "binary(" + Fingerprint.LENGTH + ")";
            case H2 -> "varbinary(" + Fingerprint.LENGTH + ")";
        };
        // A longer binary(n) would come back longer than it went in.
        Set<Integer> types = dialect == SqlDialect.H2 ? Set.of(VARBINARY) : Set.of(BINARY);
        return new Column("fingerprint", type, types, Fingerprint.LENGTH, true, false);
    }

    private static Column payload(SqlDialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> new Column("payload", "bytea", Set.of(BINARY), 0, false, false);
            case MYSQL ->
                new Column("payload", "longblob", Set.of(LONGVARBINARY, BLOB), Integer.MAX_VALUE, false, false);
            case H2 -> new Column("payload", "blob", Set.of(BLOB), 0, false, false);
        };
    }
}
