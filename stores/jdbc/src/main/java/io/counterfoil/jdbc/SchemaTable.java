package io.counterfoil.jdbc;

import static java.sql.Types.BIGINT;
import static java.sql.Types.INTEGER;
import static java.sql.Types.SMALLINT;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
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
     * The type of a column.
     *
     * @param name as a person is told it
     * @param codes as a driver tells it
     * @param size how many characters or bytes it must at least hold; 0 where the type tells
     */
    record Type(String name, Set<Integer> codes, int size) {}

    /**
     * What this version needs of a column.
     *
     * @param filled whether it must refuse NULL; otherwise it must take it
     * @param defaulted whether rows are inserted without it
     */
    record Column(String name, Type type, boolean filled, boolean defaulted) {

        Column optional() {
            return new Column(name, type, false, defaulted);
        }

        Column withDefault() {
            return new Column(name, type, filled, true);
        }
    }

    /** The tables of that database. */
    static List<SchemaTable> of(Dialect dialect) {
        SchemaTable record = new SchemaTable(
                "counterfoil_record",
                List.of(
                        column("request_id", dialect.text(RequestId.MAX_BYTES)),
                        column("client", dialect.text(ClientId.MAX_BYTES)),
                        column("operation", dialect.text(OperationName.MAX_BYTES)),
                        column("fingerprint", dialect.bytes(Fingerprint.LENGTH)),
                        column("first_attempt", dialect.text(AttemptId.MAX_LENGTH))
                                .optional(),
                        number("received_at"),
                        number("expires_at"),
                        number("request_count").withDefault(),
                        number("token"),
                        number("leased_until").optional(),
                        column("format", new Type("smallint", Set.of(SMALLINT), 0))
                                .optional(),
                        column("payload", dialect.payload()).optional()),
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
        return dialect.hasSlots() ? List.of(record, slot, schema) : List.of(record, schema);
    }

    private static Column number(String name) {
        return column(name, new Type("bigint", Set.of(BIGINT), 0));
    }

    private static Column integer(String name) {
        return column(name, new Type("integer", Set.of(INTEGER), 0));
    }

    private static Column column(String name, Type type) {
        return new Column(name, type, true, false);
    }
}
