package io.counterfoil.cli.schema;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.story.text.Visible;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The database that a command works on. Its password is in no argument, where other users of the machine would see it. */
final class DatabaseOptions {

    static final String USER = "COUNTERFOIL_DB_USER";
    static final String PASSWORD = "COUNTERFOIL_DB_PASSWORD";

    private static final String MYSQL = "jdbc:mysql:";
    private static final String H2 = "jdbc:h2:";
    private static final List<String> SUPPORTED = List.of("jdbc:postgresql:", "jdbc:mariadb:", MYSQL, H2);

    /** As a parameter, whatever the driver calls it, or before the host. */
    private static final Pattern SECRET = Pattern.compile("(?i)(?:password|passwd|pwd)\\d*\\s*=|//[^/?;]*:[^/?;]*@");

    private static final int LOGIN_SECONDS = 10;

    @Option(
            names = "--url",
            paramLabel = "URL",
            required = true,
            description = "The JDBC URL of the database: jdbc:postgresql:, jdbc:mariadb:, jdbc:mysql: or jdbc:h2:.")
    private String url = "";

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "The database user. Default: the variable " + USER + ".")
    private @Nullable String user;

    @Option(
            names = "--password",
            interactive = true,
            arity = "0",
            description = "Ask for the password. Default: the variable " + PASSWORD + ".")
    private char @Nullable [] password;

    @Option(
            names = "--citus",
            paramLabel = "WAY",
            arity = "0..1",
            fallbackValue = Distribution.BY_KEY,
            description = "How Citus distributes the tables: by-key or by-client. Default: by-key, on Citus.")
    private @Nullable String citus;

    /** The URL without its parameters, for messages. */
    String location() {
        return url.replaceAll("[?;].*", "");
    }

    /** Opens a connection. */
    Connection connect(Map<String, String> environment, CommandLine command) throws SQLException {
        checkUrl(command);
        Properties properties = new Properties();
        set(properties, "user", user, environment.get(USER));
        char[] asked = password;
        set(properties, "password", asked == null ? null : new String(asked), environment.get(PASSWORD));
        if (asked != null) {
            Arrays.fill(asked, ' ');
        }
        // The driver of MariaDB would log by a logging system that the command does not have, which reports that.
        System.setProperty("mariadb.logging.disable", "true");
        DriverManager.setLoginTimeout(LOGIN_SECONDS);
        return DriverManager.getConnection(driverUrl(), properties);
    }

    private void checkUrl(CommandLine command) {
        if (SECRET.matcher(url).find()) {
            throw new ParameterException(
                    command,
                    "--url contains a password, which others can see: set " + PASSWORD + ", or use --password");
        }
        if (SUPPORTED.stream().noneMatch(url::startsWith)) {
            throw new ParameterException(
                    command,
                    "--url must begin with %s, is '%s'"
                            .formatted(String.join(" or ", SUPPORTED), Visible.of(url.replaceAll("[?;/].*", ""), 40)));
        }
    }

    private static void set(Properties properties, String name, @Nullable String option, @Nullable String environment) {
        String value = option != null ? option : environment;
        if (value != null) {
            properties.setProperty(name, value);
        }
    }

    /** The driver of MariaDB connects to MySQL too; that of H2 would create a database that is not there. */
    private String driverUrl() {
        if (url.startsWith(MYSQL)) {
            return "jdbc:mariadb:" + url.substring(MYSQL.length());
        }
        boolean creates = url.startsWith(H2)
                && !url.startsWith(H2 + "mem:")
                && !url.toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
        return creates ? url + ";IFEXISTS=TRUE" : url;
    }

    /** The dialect of the database, with the distribution that was named. */
    SqlDialect dialect(Connection connection, CommandLine command) throws SQLException {
        SqlDialect found = Dialects.of(connection);
        if (citus == null) {
            return found;
        }
        if (!found.isDistributed()) {
            throw new ParameterException(
                    command,
                    "--citus is for Citus, and the database is %s".formatted(String.join(", ", found.products())));
        }
        return Distribution.dialect(citus, command);
    }
}
