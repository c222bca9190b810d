package io.counterfoil.jdbc;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.ColumnType;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.SchemaDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.locks.SlotLocks;
import io.counterfoil.jdbc.locks.TransactionNumberCheck;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Optional;
import java.util.Set;

/**
 * A database that the library does not know, as an application adds one: H2 that takes Oracle's syntax. It has no {@code LIMIT}, and an empty
 * text is {@code NULL} to it, so that the parts of keys are bytes.
 */
public final class OracleModeDialect extends SqlDialect {

    private static final String MODE =
            "SELECT setting_value FROM information_schema.settings WHERE setting_name = 'MODE'";

    public OracleModeDialect() {
        super("h2-oracle", "H2 in Oracle's mode");
    }

    @Override
    public boolean isOf(Connection connection) throws SQLException {
        if (!Dialects.H2.isOf(connection)) {
            return false;
        }
        try (Statement statement = connection.createStatement();
                ResultSet mode = statement.executeQuery(MODE)) {
            return mode.next() && mode.getString(1).equals("Oracle");
        }
    }

    @Override
    public KeyLocks locks() {
        return SlotLocks.on(this).withCheck(new TransactionNumberCheck("CAST(TRANSACTION_ID() AS BIGINT)"));
    }

    @Override
    public SchemaDialect schema() {
        return new SchemaDialect(vendor()) {
            @Override
            public ColumnType textType(int bytes) {
                return new ColumnType("raw(" + bytes + ")", Set.of(Types.VARBINARY), bytes);
            }
        };
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

    @Override
    public Object toJdbc(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Optional<String> findText(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
