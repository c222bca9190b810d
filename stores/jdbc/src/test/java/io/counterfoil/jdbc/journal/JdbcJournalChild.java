package io.counterfoil.jdbc.journal;

import io.counterfoil.http.client.JournalEntry;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.testkit.http.client.Entries;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process whose threads open and settle until it is killed. Arguments: JDBC URL, user, password, a prefix for
 * request IDs, how many threads. Standard output has a line "opened id" when an intention is kept, "settling id" before one is settled,
 * "settled id" after.
 */
public final class JdbcJournalChild {

    private static final PrintStream OUT = System.out;

    private JdbcJournalChild() {}

    public static void main(String[] arguments) throws SQLException {
        DataSource database = source(arguments[0], arguments[1], arguments[2]);
        JdbcJournal journal = new JdbcJournal(database, Duration.ofHours(1));
        for (int thread = 0; thread < Integer.parseInt(arguments[4]); thread++) {
            String prefix = arguments[3] + "-" + thread + "-";
            new Thread(() -> openAndSettle(journal, prefix)).start();
        }
    }

    private static DataSource source(String url, String user, String password) throws SQLException {
        if (url.startsWith("jdbc:postgresql:")) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setURL(url);
            source.setUser(user);
            source.setPassword(password);
            return source;
        }
        MariaDbDataSource source = new MariaDbDataSource(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    private static void openAndSettle(JdbcJournal journal, String prefix) {
        Entries entries = new Entries();
        for (int i = 0; ; i++) {
            JournalEntry entry = entries.entry(prefix + i);
            journal.open(entry);
            OUT.println("opened " + prefix + i);
            if (i % 3 != 0) {
                OUT.println("settling " + prefix + i);
                journal.settle(new RequestId(prefix + i));
                OUT.println("settled " + prefix + i);
            }
        }
    }
}
