package io.counterfoil.failover;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Three nodes of MariaDB with Galera, which replicate among themselves; this class strikes, and starts a killed node again. Services reach them by a
 * list of hosts. The programs are Debian's.
 */
final class GaleraCluster extends JdbcCluster {

    /** Which nodes the services write to. */
    enum Writers {
        /** All services to the first node of the list that can be reached. */
        ONE,
        /** Each service to another node. */
        SEVERAL
    }

    private static final int NODES = 3;
    private static final int FROZEN_MILLIS = 8000;
    private static final int CUT_OFF_MILLIS = 2000;
    private static final Path PROVIDER = Path.of("/usr/lib/galera/libgalera_smm.so");
    private static final Pattern RECOVERED = Pattern.compile("Recovered position: ([0-9a-f-]+:-?[0-9]+)");

    private final Path directory;
    private final Writers writers;
    private final Path server = Programs.required("mariadbd");
    private final List<Node> nodes = new ArrayList<>();

    private int next;

    private final class Node {

        private final String name;
        private final ReservedPort port = ReservedPort.forServer();
        private final ReservedPort group = ReservedPort.forServer();
        private final ReservedPort increments = ReservedPort.forServer();
        private final ReservedPort snapshots = ReservedPort.forServer();

        private @Nullable Process process;

        Node(int number) {
            this.name = "n" + number;
        }

        private Path data() {
            return directory.resolve(name);
        }

        private void initialize() throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(Programs.withoutRoot(directory));
            command.addAll(List.of(
                    Programs.required("mariadb-install-db").toString(),
                    "--no-defaults",
                    "--datadir=" + data(),
                    "--skip-name-resolve",
                    "--skip-test-db"));
            Programs.run(directory.resolve(name + ".install"), command);
        }

        private List<String> command(String... more) throws IOException {
            List<String> command = new ArrayList<>(Programs.withoutRoot(directory));
            command.addAll(List.of(
                    server.toString(),
                    "--no-defaults",
                    "--datadir=" + data(),
                    "--port=" + port.number(),
                    "--bind-address=127.0.0.1",
                    "--socket=" + directory.resolve(name + ".sock"),
                    "--pid-file=" + directory.resolve(name + ".pid"),
                    "--skip-name-resolve",
                    "--max-connections=100",
                    "--binlog-format=ROW",
                    "--innodb-autoinc-lock-mode=2",
                    "--innodb-buffer-pool-size=64M",
                    "--innodb-flush-log-at-trx-commit=1",
                    "--wsrep-on=ON",
                    "--wsrep-provider=" + PROVIDER,
                    "--wsrep-cluster-name=counterfoil",
                    "--wsrep-node-name=" + name,
                    "--wsrep-cluster-address=gcomm://" + peers(),
                    "--wsrep-node-address=127.0.0.1:" + group.number(),
                    "--wsrep-sst-method=rsync",
                    "--wsrep-sst-receive-address=127.0.0.1:" + snapshots.number(),
                    "--wsrep-provider-options=base_port=%s;gmcast.listen_addr=tcp://127.0.0.1:%s;ist.recv_addr=127.0.0.1:%s;gcache.size=256M"
                            .formatted(group.number(), group.number(), increments.number())));
            command.addAll(List.of(more));
            return command;
        }

        void start(String... more) throws IOException {
            process = Programs.start(directory.resolve(name + ".log"), command(more));
        }

        /** The peers that this node joins: all others, so that a killed node does not wait for itself. */
        private String peers() {
            return nodes.stream()
                    .filter(node -> node != this)
                    .map(node -> "127.0.0.1:" + node.group.number())
                    .collect(Collectors.joining(","));
        }

        /** Starts after a crash from the position that its data has, so that the missing transactions alone are sent. */
        void startAgain() throws IOException, InterruptedException {
            Path log = directory.resolve(name + ".recovered");
            Files.deleteIfExists(log);
            Programs.run(log, command("--wsrep-recover"));
            Matcher position = RECOVERED.matcher(Files.readString(log));
            if (!position.find()) {
                throw new IOException("the position of %s was not found: %s".formatted(name, Files.readString(log)));
            }
            start("--wsrep-start-position=" + position.group(1));
        }

        List<ProcessHandle> processes() {
            return process == null ? List.of() : Programs.tree(process.toHandle());
        }

        String url(String database) {
            return "jdbc:mariadb://127.0.0.1:" + port.number() + "/" + database
                    + "?user=test&password=test&connectTimeout=2000&socketTimeout=5000";
        }

        /** Whether it takes writes, in a group of three. */
        boolean isSynced() throws SQLException {
            return "Synced".equals(status("wsrep_local_state_comment"))
                    && String.valueOf(NODES).equals(status("wsrep_cluster_size"));
        }

        @Nullable
        String status(String variable) throws SQLException {
            try (Connection connection = DriverManager.getConnection(url(""));
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW STATUS LIKE '" + variable + "'")) {
                return rows.next() ? rows.getString(2) : null;
            }
        }
    }

    private GaleraCluster(Writers writers) throws IOException {
        if (!Files.exists(PROVIDER)) {
            throw new TestAbortedException("this machine does not have Galera: " + PROVIDER);
        }
        Programs.required("rsync");
        this.writers = writers;
        this.directory = Programs.directory("galera");
        for (int node = 1; node <= NODES; node++) {
            nodes.add(new Node(node));
        }
    }

    static GaleraCluster start(Writers writers) throws IOException, InterruptedException, SQLException {
        return started(new GaleraCluster(writers));
    }

    @Override
    void startAll() throws IOException, InterruptedException, SQLException {
        Path users = Files.write(
                directory.resolve("users.sql"),
                List.of(
                        "CREATE USER 'test'@'127.0.0.1' IDENTIFIED BY 'test';",
                        "GRANT ALL PRIVILEGES ON *.* TO 'test'@'127.0.0.1';"));
        Node first = nodes.get(0);
        first.initialize();
        first.start("--wsrep-new-cluster", "--init-file=" + users);
        Programs.await("the first node", () -> "Synced".equals(first.status("wsrep_local_state_comment")));
        for (Node node : nodes.subList(1, NODES)) {
            node.initialize();
            node.start();
            Programs.await(node.name, () -> "Synced".equals(node.status("wsrep_local_state_comment")));
        }
        awaitWhole();
        try (Connection connection = DriverManager.getConnection(first.url(""));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE counterfoil CHARACTER SET utf8mb4");
        }
        createTables();
    }

    private void awaitWhole() throws IOException, InterruptedException {
        for (Node node : nodes) {
            Programs.await(node.name + " in a group of three", node::isSynced);
        }
    }

    @Override
    List<String> effectTable() {
        return effectTable("bigint AUTO_INCREMENT PRIMARY KEY");
    }

    /** A node applies the writes of the others a moment after they were confirmed. */
    @Override
    String beforeCounting() {
        return "SET SESSION wsrep_sync_wait = 1";
    }

    @Override
    String url(int service) {
        List<String> hosts = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            int first = writers == Writers.ONE ? 0 : service;
            hosts.add("127.0.0.1:" + nodes.get((first + node) % NODES).port.number());
        }
        return "jdbc:mariadb:sequential://" + String.join(",", hosts)
                + "/counterfoil?user=test&password=test&connectTimeout=2000&socketTimeout=10000";
    }

    /** Strikes one node after the other. */
    @Override
    public void strike(Strike strike) throws IOException, InterruptedException, SQLException {
        Node struck = writers == Writers.ONE ? nodes.get(0) : nodes.get(next++ % NODES);
        List<ProcessHandle> processes = struck.processes();
        switch (strike) {
            case KILL -> {
                Programs.kill(processes);
                struck.startAgain();
            }
            case FREEZE -> {
                Programs.signal("STOP", processes);
                Programs.pause(FROZEN_MILLIS);
                Programs.signal("CONT", processes);
            }
            case PARTITION -> isolate(struck);
        }
        awaitWhole();
    }

    /** Cuts a node off from the others by its own option, until they have gone on without it. */
    private void isolate(Node struck) throws IOException, InterruptedException, SQLException {
        // One connection for both statements: without the others the node accepts no new one.
        try (Connection connection = DriverManager.getConnection(struck.url(""));
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
            for (Node other : nodes) {
                if (other != struck) {
                    Programs.await(
                            other.name + " in a group of two",
                            () -> String.valueOf(NODES - 1).equals(other.status("wsrep_cluster_size")));
                }
            }
            Programs.pause(CUT_OFF_MILLIS);
            statement.execute("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=0'");
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        try {
            for (Node node : nodes) {
                Programs.kill(node.processes());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while MariaDB was stopped");
        }
        for (Node node : nodes) {
            List.of(node.port, node.group, node.increments, node.snapshots).forEach(ReservedPort::close);
        }
        Directories.remove(directory);
    }
}
