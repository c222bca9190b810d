package com.example.locks;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.NumberedLocks;
import io.counterfoil.jdbc.locks.TransactionNumberCheck;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;

/** H2 with locks of its own: a key is locked by a row of the table key_lock. */
public final class LockTableDialect extends SqlDialect {

    private static final int LOCKS = 4096;

    public LockTableDialect() {
        super("h2-lock-table", "H2 with a table of locks");
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        return Dialects.H2.isOf(connection);
    }

    @Override
    public KeyLocks locks() {
        return new NumberedLocks(this, this::tryLock)
                .withCheck(new TransactionNumberCheck("CAST(TRANSACTION_ID() AS BIGINT)"));
    }

    private OptionalLong tryLock(Connection connection, long number) throws SQLException {
        String tryLock = "SELECT " + now() + " FROM key_lock WHERE id = ? FOR UPDATE SKIP LOCKED";
        try (PreparedStatement statement = connection.prepareStatement(tryLock)) {
            statement.setLong(1, Math.floorMod(number, LOCKS));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    @Override
    public String now() {
        return Dialects.H2.now();
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return Dialects.H2.isDuplicateKey(failure);
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return Dialects.H2.isLockTimeout(failure);
    }

    @Override
    public boolean isConflict(SQLException failure) {
        return Dialects.H2.isConflict(failure);
    }
}
