package io.counterfoil.jdbc.journal;

import io.counterfoil.testkit.database.ReusingDataSource;
import io.counterfoil.testkit.http.client.KilledProcesses;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Opens and settles in the journal of a database. Arguments: JDBC URL, user, password. */
public final class JdbcJournalProcess {

    private JdbcJournalProcess() {}

    public static void main(String[] arguments) throws SQLException {
        DataSource database = source(arguments[0], arguments[1], arguments[2]);
        KilledProcesses.openAndSettle(new JdbcJournal(database, Duration.ofHours(1)));
    }

    private static DataSource source(String url, String user, String password) throws SQLException {
        if (url.startsWith("jdbc:postgresql:")) {
            return ReusingDataSource.of(url, user, password, "journal");
        }
        MariaDbDataSource source = new MariaDbDataSource(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }
}
