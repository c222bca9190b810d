package io.counterfoil.failover;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL of a cluster. The other nodes reach it through a relay, services do not. */
final class PostgresNode implements AutoCloseable {

    /** Directories whose contents belong to a running server, and are not copied. */
    private static final Set<String> OF_A_RUNNING_SERVER = Set.of(
            "pg_wal",
            "pg_dynshmem",
            "pg_notify",
            "pg_replslot",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final String USER = "postgres";
    private static final long ZOMBIE_MILLIS = 2000;

    private final String name;
    private final Path programs;
    private final Path directory;
    private final ReservedPort port = ReservedPort.forServer();
    private final Relay relay;

    /**
     * A node without data.
     *
     * @param programs the directory of PostgreSQL's {@code bin}, of version 15 or later
     */
    PostgresNode(String name, Path programs, Path parent) throws IOException {
        this.name = name;
        this.programs = programs;
        this.directory = Files.createDirectory(parent.resolve(name));
        this.relay = Relay.to(port.number());
    }

    String name() {
        return name;
    }

    int port() {
        return port.number();
    }

    Relay relay() {
        return relay;
    }

    /** The URL by which a service reaches that one of these nodes that is the primary. */
    static String url(List<PostgresNode> nodes) {
        return nodes.stream()
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(
                        ",",
                        "jdbc:postgresql://",
                        "/postgres?user=postgres&targetServerType=primary&hostRecheckSeconds=1"
                                + "&connectTimeout=2&loginTimeout=3&socketTimeout=5"));
    }

    private Path data() {
        return directory.resolve("data");
    }

    /** Creates the data of a first node with these settings. */
    void initialize(List<String> settings) throws IOException, InterruptedException {
        run("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username=" + USER);
        List<String> all = new ArrayList<>(settings);
        all.add("listen_addresses = '127.0.0.1'");
        all.add("unix_socket_directories = ''");
        all.add("timezone = 'UTC'");
        Files.write(data().resolve("postgresql.conf"), all, StandardOpenOption.APPEND);
    }

    void start() throws IOException, InterruptedException {
        run(
                "pg_ctl",
                "start",
                "-w",
                "-t",
                "120",
                "-l",
                directory.resolve("log").toString(),
                "-o",
                "-p " + port.number());
    }

    /** Replaces the data by a copy of another, running node's, and starts as its standby. */
    void follow(PostgresNode primary) throws IOException, InterruptedException, SQLException {
        Directories.remove(data());
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('" + name + "', true)");
            copy(primary.data(), data());
            try (ResultSet stopped = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                stopped.next();
                Files.writeString(data().resolve("backup_label"), stopped.getString(1));
            }
        }
        Files.createDirectory(data().resolve("pg_wal").resolve("archive_status"));
        Files.createFile(data().resolve("standby.signal"));
        Files.writeString(data().resolve("postgresql.auto.conf"), "primary_conninfo = '%s'%n".formatted(info(primary)));
        start();
    }

    /** Receives nothing from its primary any more. */
    void disconnect() throws IOException, InterruptedException, SQLException {
        execute("ALTER SYSTEM SET primary_conninfo = ''");
        execute("SELECT pg_reload_conf()");
        Programs.await(
                name + " to be disconnected", () -> "0".equals(query("SELECT count(*) FROM pg_stat_wal_receiver")));
    }

    /** Streams from another primary from now on. */
    void followInstead(PostgresNode primary) throws SQLException {
        execute("ALTER SYSTEM SET primary_conninfo = '" + info(primary) + "'");
        execute("SELECT pg_reload_conf()");
    }

    private String info(PostgresNode primary) {
        return "host=127.0.0.1 port=%s user=%s application_name=%s".formatted(primary.relay.port(), USER, name);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path name = from.relativize(directory);
                Files.copy(directory, to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
                return OF_A_RUNNING_SERVER.contains(name.toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path name = from.relativize(file);
                if (!name.toString().startsWith("postmaster.")) {
                    try {
                        Files.copy(file, to.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
                    } catch (NoSuchFileException removedMeanwhile) {
                        return FileVisitResult.CONTINUE; // the log says so too
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) throws IOException {
                if (unreadable instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw unreadable;
            }
        });
    }

    /** Its processes, as long as it runs. */
    List<ProcessHandle> processes() throws IOException {
        Path pid = data().resolve("postmaster.pid");
        if (!Files.exists(pid)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(pid)) {
            return lines.limit(1)
                    .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())).stream())
                    .flatMap(process -> Programs.tree(process).stream())
                    .toList();
        }
    }

    /** Ends all its processes, also stopped ones. */
    void kill() throws IOException, InterruptedException {
        Programs.kill(processes());
        Files.deleteIfExists(data().resolve("postmaster.pid"));
    }

    /** Strikes it as a primary. */
    void strike(Strike strike) throws IOException, InterruptedException {
        switch (strike) {
            case KILL -> kill();
            case FREEZE -> Programs.signal("STOP", processes());
            case PARTITION -> relay.cut();
        }
    }

    /** Lets a former primary that was frozen or cut off run beside its successor, and ends it. */
    void retire(Strike strike) throws IOException, InterruptedException {
        if (strike != Strike.KILL) {
            Programs.signal("CONT", processes());
            Programs.pause(ZOMBIE_MILLIS);
            kill();
        }
        relay.heal();
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port.number()
                + "/postgres?user=postgres&connectTimeout=5&socketTimeout=180");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row. */
    @Nullable
    String query(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    private void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Programs.withoutRoot(directory));
        command.add(programs.resolve("bin").resolve(program).toString());
        command.addAll(List.of("-D", data().toString()));
        command.addAll(List.of(arguments));
        Programs.run(directory.resolve("output"), command);
    }

    @Override
    public void close() throws IOException {
        relay.close();
        port.close();
    }
}
