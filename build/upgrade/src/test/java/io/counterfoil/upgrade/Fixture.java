package io.counterfoil.upgrade;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** The tables of a version in a database, and what that version wrote into them. */
record Fixture(String version, Product product) {

    /** What was released, the oldest first; each is a folder of the resources. */
    static final List<String> VERSIONS = List.of("before-0.1.0");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");

    /** All versions on all databases. */
    static Stream<Fixture> all() {
        return VERSIONS.stream().flatMap(Fixture::of);
    }

    private static Stream<Fixture> of(String version) {
        return Stream.of(Product.values()).map(product -> new Fixture(version, product));
    }

    /** A fresh database with the tables and the rows. */
    DataSource load() {
        DataSource database = product.freshDatabase();
        execute(database, "tables.sql");
        execute(database, "rows.sql");
        return database;
    }

    private void execute(DataSource database, String file) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            String script = COMMENT.matcher(read(file)).replaceAll("");
            for (String sql :
                    END.splitAsStream(script).filter(each -> !each.isBlank()).toList()) {
                statement.execute(sql);
            }
        } catch (SQLException | IOException failure) {
            throw new IllegalStateException(this + ", " + file, failure);
        }
    }

    private String read(String file) throws IOException {
        String name = "/released/" + version + "/" + product.name().toLowerCase(Locale.ROOT) + "/" + file;
        try (InputStream in = Objects.requireNonNull(Fixture.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
