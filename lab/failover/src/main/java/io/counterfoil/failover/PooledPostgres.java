package io.counterfoil.failover;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL behind PgBouncer, whose program is Debian's. It is not replicated: its strike is an end and a restart of the pooler. */
final class PooledPostgres extends JdbcCluster {

    /** When PgBouncer gives a client's server connection to another client. */
    enum PoolMode {
        SESSION,
        TRANSACTION,
        STATEMENT
    }

    private static final int SERVER_CONNECTIONS = 6;

    private final Path program = Programs.required("pgbouncer");
    private final Database database = TestPostgres.freshDatabase();
    private final Path directory;
    private final ReservedPort port = ReservedPort.forServer();
    private final PoolMode mode;
    private final String parameters;

    private @Nullable Process process;

    private PooledPostgres(PoolMode mode, String parameters) throws IOException {
        this.mode = mode;
        this.parameters = parameters;
        this.directory = Programs.directory("pgbouncer");
    }

    /**
     * Starts it.
     *
     * @param parameters what is added to the URL of the services, beginning with an ampersand, or empty
     */
    static PooledPostgres start(PoolMode mode, String parameters)
            throws IOException, InterruptedException, SQLException {
        return started(new PooledPostgres(mode, parameters));
    }

    @Override
    void startAll() throws IOException, InterruptedException, SQLException {
        configure();
        startPooler();
        // The tables are created beside the pooler, whose modes do not all allow it.
        createTables(database.dataSource());
    }

    private void configure() throws IOException {
        URI server = URI.create(database.jdbcUrl().substring("jdbc:".length()));
        Path users = Files.writeString(
                directory.resolve("users"), "\"%s\" \"%s\"%n".formatted(database.user(), database.password()));
        Files.writeString(directory.resolve("pgbouncer.ini"), """
            [databases]
            %s = host=127.0.0.1 port=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %s
            unix_socket_dir =
            auth_type = trust
            auth_file = %s
            pool_mode = %s
            default_pool_size = %s
            max_client_conn = 100
            ignore_startup_parameters = extra_float_digits
            """.formatted(
                        database.name(),
                        server.getPort(),
                        port.number(),
                        users,
                        mode.name().toLowerCase(Locale.ROOT),
                        mode == PoolMode.SESSION ? 100 : SERVER_CONNECTIONS));
    }

    private void startPooler() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Programs.withoutRoot(directory));
        command.addAll(
                List.of(program.toString(), directory.resolve("pgbouncer.ini").toString()));
        process = Programs.start(directory.resolve("log"), command);
        Programs.await("PgBouncer", () -> {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), port.number())) {
                return connected.isConnected();
            }
        });
    }

    @Override
    String url(int service) {
        return "jdbc:postgresql://127.0.0.1:%s/%s?user=%s&connectTimeout=2&socketTimeout=10%s"
                .formatted(port.number(), database.name(), database.user(), parameters);
    }

    @Override
    public void strike(Strike strike) throws IOException, InterruptedException {
        if (strike != Strike.KILL || process == null) {
            throw new UnsupportedOperationException("a pooler is killed alone, not " + strike);
        }
        Programs.kill(Programs.tree(process.toHandle()));
        startPooler();
    }

    @Override
    public void close() throws IOException {
        super.close();
        try {
            if (process != null) {
                Programs.kill(Programs.tree(process.toHandle()));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while PgBouncer was stopped");
        }
        port.close();
        Directories.remove(directory);
    }
}
