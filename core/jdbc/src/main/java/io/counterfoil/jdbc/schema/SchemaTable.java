package io.counterfoil.jdbc.schema;

import static java.sql.Types.BIGINT;
import static java.sql.Types.INTEGER;
import static java.sql.Types.SMALLINT;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.jdbc.dialect.ColumnType;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.util.List;
import java.util.Set;

/**
 * What this version needs of a table. It may have more.
 *
 * @param primaryKey its columns, in order
 * @param index the column that an index must begin with; empty for none
 */
record SchemaTable(String name, List<NeededColumn> columns, List<String> primaryKey, String index) {

    /** Where keys are locked by the rows of a table. */
    static final String SLOTS = "counterfoil_slot";

    /** Which versions were applied. */
    static final String VERSIONS = "counterfoil_schema";

    /** The tables in a database; not each has all of them. */
    static List<SchemaTable> of(SchemaDialect dialect) {
        SchemaTable record = new SchemaTable(
                "counterfoil_record",
                List.of(
                        column("request_id", dialect.textType(RequestId.MAX_BYTES)),
                        column("client", dialect.textType(ClientId.MAX_BYTES)),
                        column("operation", dialect.textType(OperationName.MAX_BYTES)),
                        column("fingerprint", dialect.bytesType(Fingerprint.LENGTH)),
                        column("first_attempt", dialect.textType(AttemptId.MAX_LENGTH))
                                .optional(),
                        number("received_at"),
                        number("expires_at"),
                        number("request_count").withDefault(),
                        number("token"),
                        number("leased_until").optional(),
                        column("format", new ColumnType("smallint", Set.of(SMALLINT), 0))
                                .optional(),
                        column("payload", dialect.payloadType()).optional()),
                List.of("request_id", "client", "operation"),
                "expires_at");
        SchemaTable slot = new SchemaTable(
                SLOTS,
                List.of(
                        integer("slot"),
                        number("key_hash").withDefault(),
                        number("contents_hash").withDefault()),
                List.of("slot"),
                "");
        SchemaTable schema = new SchemaTable(
                VERSIONS, List.of(integer("version"), integer("compatible_from")), List.of("version"), "");
        return List.of(record, slot, schema);
    }

    private static NeededColumn number(String name) {
        return column(name, new ColumnType("bigint", Set.of(BIGINT), 0));
    }

    private static NeededColumn integer(String name) {
        return column(name, new ColumnType("integer", Set.of(INTEGER), 0));
    }

    private static NeededColumn column(String name, ColumnType type) {
        return new NeededColumn(name, type, true, false);
    }
}
