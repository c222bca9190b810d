package io.counterfoil.upgrade;

import io.counterfoil.jdbc.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Writes the fixture of the current version, for a release: run it in this module with the name of the version, and add the version to {@link
 * Fixture#VERSIONS}.
 */
final class FixtureWriter {

    /** Their rows are inserted by the scripts. */
    private static final Set<String> FILLED =
            Set.of("counterfoil_slot", "counterfoil_schema", "counterfoil_outbox_relay");

    /** Numbers that the database makes, from 1 on, in the order of the inserts. */
    private static final Set<String> GENERATED = Set.of("counterfoil_batch.pk", "counterfoil_outbox.id");

    private static final Set<Integer> BYTES = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);
    private static final Set<Integer> PLAIN =
            Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.BIT, Types.BOOLEAN);

    private final Product product;
    private final DataSource database;

    private FixtureWriter(Product product) {
        this.product = product;
        this.database = product.freshDatabase();
    }

    /**
     * Writes it.
     *
     * @param args the name of the version, and the folder of the resources unless it is that of this module
     */
    public static void main(String[] args) throws Exception {
        Path resources = Path.of(args.length > 1 ? args[1] : "src/test/resources", "released", args[0]);
        for (Product product : Product.values()) {
            new FixtureWriter(product).write(resources.resolve(product.name().toLowerCase(Locale.ROOT)));
        }
        System.exit(0);
    }

    private void write(Path folder) throws Exception {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("tables.sql"),
                Product.FEATURES.stream()
                        .map(feature -> feature.script(product.dialect()))
                        .collect(Collectors.joining("\n")));
        Product.FEATURES.forEach(feature -> feature.create(database));
        new ReleasedRows(database, product.dialect()).write();
        Files.writeString(folder.resolve("rows.sql"), rows());
    }

    private String rows() throws SQLException, IOException {
        StringBuilder rows = new StringBuilder();
        try (Connection connection = database.getConnection()) {
            for (TableSchema feature : Product.FEATURES) {
                for (String table : feature.tables(product.dialect())) {
                    if (!FILLED.contains(table)) {
                        append(connection, table, rows);
                    }
                }
            }
        }
        return rows.toString();
    }

    private void append(Connection connection, String table, StringBuilder rows) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1, 2")) {
            ResultSetMetaData columns = row.getMetaData();
            while (row.next()) {
                List<String> names = new ArrayList<>();
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String name = columns.getColumnName(i).toLowerCase(Locale.ROOT);
                    if (!GENERATED.contains(table + "." + name)) {
                        names.add(name);
                        values.add(literal(row, i, columns.getColumnType(i)));
                    }
                }
                rows.append("INSERT INTO %s (%s)%n  VALUES (%s);%n"
                        .formatted(table, String.join(", ", names), String.join(", ", values)));
            }
        }
    }

    private String literal(ResultSet row, int column, int type) throws SQLException {
        if (row.getObject(column) == null) {
            return "NULL";
        }
        if (BYTES.contains(type)) {
            String hex = HexFormat.of().formatHex(row.getBytes(column));
            return product == Product.POSTGRESQL ? "'\\x" + hex + "'" : "X'" + hex + "'";
        }
        if (PLAIN.contains(type)) {
            return String.valueOf(row.getObject(column));
        }
        String text = row.getString(column).replace("'", "''");
        return "'" + (product == Product.MARIADB ? text.replace("\\", "\\\\") : text) + "'";
    }
}
