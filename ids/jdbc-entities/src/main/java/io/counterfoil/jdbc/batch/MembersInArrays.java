package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.ReferenceId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL takes them in arrays: one statement, whose text is the same for any number.
 *
 * @param returning whether inserted rows are returned: on Citus, an insert that returns none reports a violated key without its SQL state
 */
record MembersInArrays(boolean returning) implements ManyMembers {

    private static final String INSERT = "INSERT INTO " + MemberTable.NAME + " (" + MemberTable.COLUMNS + ")"
            + " SELECT ?, m.* FROM unnest(?::bigint[], ?::smallint[], ?::text[], ?::uuid[], ?::text[]) AS m";

    @Override
    public int limit() {
        return Batches.MAX_ADDED;
    }

    @Override
    public void insert(Connection connection, long batch, List<BatchMember> members) throws SQLException {
        List<Array> columns = List.of(
                column(connection, "int8", members, BatchMember::position),
                column(connection, "int2", members, member -> MemberTable.code(member.status())),
                column(
                        connection,
                        "text",
                        members,
                        member -> member.reference().map(ReferenceId::value).orElse(null)),
                column(connection, "uuid", members, member -> member.entity().orElse(null)),
                column(connection, "text", members, member -> member.problem().orElse(null)));
        try (PreparedStatement insert = connection.prepareStatement(returning ? INSERT + " RETURNING 1" : INSERT)) {
            insert.setLong(1, batch);
            for (int i = 0; i < columns.size(); i++) {
                insert.setArray(i + 2, columns.get(i));
            }
            insert.execute();
        } finally {
            for (Array column : columns) {
                column.free();
            }
        }
    }

    private static Array column(
            Connection connection,
            String type,
            List<BatchMember> members,
            Function<BatchMember, @Nullable Object> value)
            throws SQLException {
        @Nullable Object[] values = new Object[members.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(members.get(i));
        }
        return connection.createArrayOf(type, values);
    }
}
