package io.counterfoil.jdbc.batch;

import io.counterfoil.jdbc.dialect.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** MySQL, MariaDB and H2 take them in rows of one statement. */
record MembersInRows(SqlDialect dialect) implements ManyMembers {

    private static final String INSERT = "INSERT INTO " + MemberTable.NAME + " (" + MemberTable.COLUMNS + ") VALUES ";

    /** With the longest problems some 2 MB, where MariaDB takes 16 MB at once. */
    @Override
    public int limit() {
        return 100;
    }

    @Override
    public void insert(Connection connection, long batch, List<BatchMember> members) throws SQLException {
        String rows = String.join(", ", Collections.nCopies(members.size(), "(?, ?, ?, ?, ?, ?)"));
        try (PreparedStatement insert = connection.prepareStatement(INSERT + rows)) {
            int next = 1;
            for (BatchMember member : members) {
                insert.setLong(next++, batch);
                insert.setLong(next++, member.position());
                insert.setShort(next++, MemberTable.code(member.status()));
                set(
                        insert,
                        next++,
                        member.reference()
                                .map(name -> dialect.toJdbc(name.value()))
                                .orElse(null));
                set(insert, next++, member.entity().map(dialect::toJdbc).orElse(null));
                set(insert, next++, member.problem().orElse(null));
            }
            insert.executeUpdate();
        }
    }

    private static void set(PreparedStatement insert, int place, @Nullable Object value) throws SQLException {
        if (value == null) {
            insert.setNull(place, Types.NULL);
        } else {
            insert.setObject(place, value);
        }
    }
}
