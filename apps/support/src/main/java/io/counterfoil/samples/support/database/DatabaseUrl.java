package io.counterfoil.samples.support.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.samples.support.launch.LaunchException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the URL of the user's PostgreSQL, in JDBC or libpq form, and tests the connection. */
public final class DatabaseUrl {

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** {@code postgresql://user:password@hosts/database?parameters}: PostgreSQL manual, "Connection URIs". */
    private static final Pattern LIBPQ =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<rest>[^@]*)");

    private DatabaseUrl() {}

    /**
     * Parses a URL without connecting.
     *
     * @throws LaunchException if it is neither {@code jdbc:postgresql:…} nor {@code postgresql://…}. The message does
     *     not contain the URL, which may contain a password.
     */
    public static ConnectionSettings parse(String url) {
        Matcher libpq = LIBPQ.matcher(url);
        ConnectionSettings settings = libpq.matches()
                ? new ConnectionSettings(
                        "jdbc:postgresql://" + withDatabase(libpq.group("rest")),
                        decoded(libpq.group("user")),
                        decoded(libpq.group("password")))
                : new ConnectionSettings(url, null, null);
        if (!settings.jdbcUrl().startsWith("jdbc:postgresql:")
                || places(settings).isEmpty()) {
            throw new LaunchException("unsupported --database-url: it must be jdbc:postgresql://HOST:PORT/DATABASE"
                    + " or postgresql://USER:PASSWORD@HOST:PORT/DATABASE");
        }
        return settings;
    }

    /** Host, port and database for display, without user and password. */
    public static String display(ConnectionSettings settings) {
        Map<String, String> places = places(settings);
        List<String> hosts = List.of(places.getOrDefault("PGHOST", "localhost").split(",", -1));
        List<String> ports = List.of(places.getOrDefault("PGPORT", "5432").split(",", -1));
        StringJoiner servers = new StringJoiner(",");
        for (int i = 0; i < hosts.size(); i++) {
            servers.add(hosts.get(i) + ":" + ports.get(Math.min(i, ports.size() - 1)));
        }
        return servers + "/" + places.getOrDefault("PGDBNAME", "");
    }

    /**
     * Opens and closes one connection within 15 seconds.
     *
     * @throws LaunchException if that fails, with the message of the server if there is one
     */
    public static void requireReachable(ConnectionSettings settings) {
        Properties properties = settings.toProperties();
        properties.setProperty("loginTimeout", Long.toString(PATIENCE.toSeconds()));
        properties.setProperty("connectTimeout", Long.toString(PATIENCE.toSeconds()));
        try (Connection connection = DriverManager.getConnection(settings.jdbcUrl(), properties)) {
            connection.getMetaData().getDatabaseMajorVersion();
        } catch (SQLException e) {
            String said = e.getCause() instanceof UnknownHostException ? "unknown host" : e.getMessage();
            throw new LaunchException("no connection to the database %s: %s".formatted(display(settings), said), e);
        }
    }

    /** The properties that the driver reads from the URL; empty if it rejects it. */
    private static Map<String, String> places(ConnectionSettings settings) {
        try {
            Map<String, String> places = new HashMap<>();
            for (DriverPropertyInfo property : DriverManager.getDriver(settings.jdbcUrl())
                    .getPropertyInfo(settings.jdbcUrl(), settings.toProperties())) {
                if (property.value != null) {
                    places.put(property.name, property.value);
                }
            }
            return places;
        } catch (SQLException e) {
            return Map.of();
        }
    }

    private static String withDatabase(String rest) {
        int query = rest.indexOf('?');
        String place = query < 0 ? rest : rest.substring(0, query);
        return (place.contains("/") ? place : place + "/") + (query < 0 ? "" : rest.substring(query));
    }

    /**
     * Decodes percent escapes. A plus sign is literal in this part of a URI, unlike in the text of {@link URLDecoder}.
     */
    private static @Nullable String decoded(@Nullable String part) {
        try {
            return part == null || part.isEmpty() ? null : URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            throw new LaunchException(
                    "unsupported --database-url: a percent sign in the user or the password"
                            + " must be written as %25",
                    e);
        }
    }
}
