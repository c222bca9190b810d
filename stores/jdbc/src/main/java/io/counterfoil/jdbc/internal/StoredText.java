package io.counterfoil.jdbc.internal;

import io.counterfoil.jdbc.insert.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * How text is kept that must be compared byte by byte, whatever the database's collation: as its UTF-8 in MySQL and MariaDB, where every
 * collation that both know takes a space at the end for nothing; elsewhere as it is.
 */
public record StoredText(SqlDialect dialect) {

    private static final String NULL_NOT_ALLOWED = "22004";

    /** What a driver is handed: for {@link java.sql.PreparedStatement#setObject(int, Object)}. */
    public Object toJdbc(String text) {
        return dialect == SqlDialect.MYSQL ? text.getBytes(StandardCharsets.UTF_8) : text;
    }

    /**
     * The text in a column of the current row.
     *
     * @throws SQLDataException when it is {@code NULL}; the message names the column
     * @throws SQLException the driver's
     */
    public String get(ResultSet row, String column) throws SQLException {
        return find(row, column)
                .orElseThrow(() ->
                        new SQLDataException("column %s is NULL, a text expected".formatted(column), NULL_NOT_ALLOWED));
    }

    /** The text in a column of the current row, or nothing where it is {@code NULL}. */
    public Optional<String> find(ResultSet row, String column) throws SQLException {
        if (dialect == SqlDialect.MYSQL) {
            return Optional.ofNullable(row.getBytes(column)).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        }
        return Optional.ofNullable(row.getString(column));
    }
}
