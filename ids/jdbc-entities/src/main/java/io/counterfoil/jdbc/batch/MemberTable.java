package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of the batches' members. Thread-safe. */
final class MemberTable {

    static final String NAME = "counterfoil_batch_member";
    static final String COLUMNS = "batch_pk, position, status, reference, entity_id, problem";

    private final SqlDialect dialect;
    private final ManyMembers many;

    MemberTable(SqlDialect dialect) {
        this.dialect = dialect;
        this.many = dialect.returnsChangedRows()
                ? new MembersInArrays(dialect.isDistributed())
                : new MembersInRows(dialect);
    }

    void insert(Connection connection, Batch batch, List<BatchMember> members) throws SQLException {
        for (int from = 0; from < members.size(); from += many.limit()) {
            many.insert(connection, batch.pk(), members.subList(from, Math.min(members.size(), from + many.limit())));
        }
    }

    List<BatchMember> list(Connection connection, Batch batch, Optional<MemberStatus> status, long after, int limit)
            throws SQLException {
        String select = "SELECT " + COLUMNS + " FROM " + NAME + " WHERE batch_pk = ? AND position > ?"
                + (status.isPresent() ? " AND status = ?" : "") + " ORDER BY position" + dialect.limit();
        try (PreparedStatement query = connection.prepareStatement(select)) {
            query.setLong(1, batch.pk());
            query.setLong(2, after);
            int next = 3;
            if (status.isPresent()) {
                query.setShort(next++, code(status.get()));
            }
            query.setInt(next, limit);
            List<BatchMember> members = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    members.add(member(rows));
                }
            }
            return List.copyOf(members);
        }
    }

    private BatchMember member(ResultSet row) throws SQLException {
        long position = row.getLong("position");
        Optional<ReferenceId> reference = dialect.findText(row, "reference").map(ReferenceId::new);
        return switch (status(row.getShort("status"))) {
            case CREATED -> BatchMember.created(position, reference, dialect.getUuid(row, "entity_id"));
            case KNOWN -> BatchMember.known(position, reference, dialect.getUuid(row, "entity_id"));
            case REFUSED -> BatchMember.refused(position, reference, row.getString("problem"));
        };
    }

    /** What a status is in the table; the constants may change their order, this may not. */
    static short code(MemberStatus status) {
        return switch (status) {
            case CREATED -> 0;
            case KNOWN -> 1;
            case REFUSED -> 2;
        };
    }

    private static MemberStatus status(short code) throws SQLException {
        for (MemberStatus status : MemberStatus.values()) {
            if (code(status) == code) {
                return status;
            }
        }
        throw new SQLDataException("a member's status in %s must be 0 to 2, is %s".formatted(NAME, code));
    }
}
