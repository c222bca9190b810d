package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The rows of the batches' members. Thread-safe. */
final class MemberTable {

    static final String NAME = "counterfoil_batch_member";
    static final String COLUMNS = "batch_pk, position, status, reference, entity_id, problem";

    /** How many batches one statement names. */
    private static final int CHUNK = 50;

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

    /** Removes all members of batches. */
    int deleteAll(Connection connection, List<Batch> batches) throws SQLException {
        int deleted = 0;
        for (int from = 0; from < batches.size(); from += CHUNK) {
            List<Batch> some = batches.subList(from, Math.min(from + CHUNK, batches.size()));
            String places = String.join(", ", Collections.nCopies(some.size(), "?"));
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + NAME + " WHERE batch_pk IN (" + places + ")")) {
                for (int i = 0; i < some.size(); i++) {
                    delete.setLong(i + 1, some.get(i).pk());
                }
                deleted += delete.executeUpdate();
            }
        }
        return deleted;
    }

    /** Removes the first members of a batch, as many as the limit or all that there are. */
    int deleteFirst(Connection connection, Batch batch, int limit) throws SQLException {
        OptionalLong last = last(connection, batch, limit);
        if (last.isEmpty()) {
            return deleteAll(connection, List.of(batch));
        }
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM " + NAME + " WHERE batch_pk = ? AND position <= ?")) {
            delete.setLong(1, batch.pk());
            delete.setLong(2, last.getAsLong());
            return delete.executeUpdate();
        }
    }

    /** The position of the last one of so many; empty where there are not so many. */
    private OptionalLong last(Connection connection, Batch batch, int number) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT position FROM " + NAME + " WHERE batch_pk = ? ORDER BY position" + dialect.after())) {
            query.setLong(1, batch.pk());
            query.setInt(2, number - 1);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
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
