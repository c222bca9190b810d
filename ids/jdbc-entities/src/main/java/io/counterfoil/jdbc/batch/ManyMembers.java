package io.counterfoil.jdbc.batch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** How many members are inserted at once, in a database of one kind. */
interface ManyMembers {

    /** How many members one call takes at most. */
    int limit();

    /** Inserts members, in one statement. */
    void insert(Connection connection, long batch, List<BatchMember> members) throws SQLException;
}
