package io.counterfoil.failover;

import io.counterfoil.testkit.database.Directories;
import io.counterfoil.testkit.failover.Strike;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * Three nodes of PostgreSQL under Patroni, with one etcd, in synchronous mode: Patroni detects, elects, promotes, and copies a former
 * primary anew; this class strikes, and
 * starts a killed node again. Nodes reach each other and etcd through relays, services reach PostgreSQL directly. The programs are Debian's.
 */
final class PatroniCluster extends JdbcCluster {

    /** Shorter than the defaults (30, 10, 10), so that a fail-over takes seconds. */
    private static final int TTL_SECONDS = 10;

    private static final int LOOP_SECONDS = 2;
    private static final int RETRY_SECONDS = 4;
    private static final int NODES = 3;
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private static final Duration HTTP_LIMIT = Duration.ofSeconds(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path directory;
    private final Path patroni = Programs.required("patroni");
    private final Path etcdProgram = Programs.required("etcd");
    private final Path postgres = postgres();
    private final ReservedPort etcdPort = ReservedPort.forServer();
    private final ReservedPort etcdPeers = ReservedPort.forServer();
    private final List<Node> nodes = new ArrayList<>();

    private @Nullable Process etcd;

    /** One Patroni and its PostgreSQL. */
    private final class Node {

        private final String name;
        private final ReservedPort port = ReservedPort.forServer();
        private final ReservedPort rest = ReservedPort.forServer();
        private final Relay forPeers;
        private final Relay restForPeers;
        private final Relay toEtcd;

        private @Nullable Process process;

        Node(int number) throws IOException {
            this.name = "n" + number;
            this.forPeers = Relay.to(port.number());
            this.restForPeers = Relay.to(rest.number());
            this.toEtcd = Relay.to(etcdPort.number());
        }

        private List<Relay> relays() {
            return List.of(forPeers, restForPeers, toEtcd);
        }

        void start() throws IOException {
            Path settings = directory.resolve(name + ".yml");
            Files.writeString(settings, """
                scope: counterfoil
                name: %s
                restapi: {listen: 127.0.0.1:%s, connect_address: 127.0.0.1:%s}
                etcd: {hosts: 127.0.0.1:%s, use_proxies: true}
                bootstrap:
                  dcs:
                    ttl: %s
                    loop_wait: %s
                    retry_timeout: %s
                    primary_start_timeout: 0
                    synchronous_mode: true
                    synchronous_mode_strict: true
                    postgresql:
                      use_pg_rewind: false
                      remove_data_directory_on_diverged_timelines: true
                      parameters: {max_connections: 100, wal_keep_size: 512MB, shared_buffers: 32MB}
                  initdb: [no-sync, {encoding: UTF8}, {locale: C}]
                  pg_hba: [host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
                postgresql:
                  listen: 127.0.0.1:%s
                  connect_address: 127.0.0.1:%s
                  data_dir: %s
                  bin_dir: %s
                  pgpass: %s
                  authentication:
                    superuser: {username: postgres, password: postgres}
                    replication: {username: replicator, password: replicator}
                  parameters: {unix_socket_directories: '', timezone: UTC, wal_retrieve_retry_interval: 100ms}
                """.formatted(
                            name,
                            rest.number(),
                            restForPeers.port(),
                            toEtcd.port(),
                            TTL_SECONDS,
                            LOOP_SECONDS,
                            RETRY_SECONDS,
                            port.number(),
                            forPeers.port(),
                            directory.resolve(name),
                            postgres,
                            directory.resolve(name + ".pgpass")));
            List<String> command = new ArrayList<>(Programs.withoutRoot(directory));
            command.addAll(List.of(patroni.toString(), settings.toString()));
            process = Programs.start(directory.resolve(name + ".log"), command);
        }

        List<ProcessHandle> processes() throws IOException {
            List<ProcessHandle> all = new ArrayList<>();
            if (process != null) {
                all.addAll(Programs.tree(process.toHandle()));
            }
            Path pid = directory.resolve(name).resolve("postmaster.pid");
            if (Files.exists(pid)) {
                try (Stream<String> lines = Files.lines(pid)) {
                    lines.limit(1)
                            .flatMap(line -> ProcessHandle.of(Long.parseLong(line.strip())).stream())
                            .forEach(postmaster -> all.addAll(Programs.tree(postmaster)));
                }
            }
            return all;
        }

        private @Nullable String query(String sql) throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port.number()
                            + "/postgres?user=postgres&connectTimeout=2&loginTimeout=3&socketTimeout=5");
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                return rows.next() ? rows.getString(1) : null;
            }
        }

        /** The members of the cluster and their roles, as etcd has them. */
        String members() throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + rest.number() + "/cluster"))
                    .timeout(HTTP_LIMIT)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }

        boolean isPrimary() {
            try {
                return "f".equals(query("SELECT pg_is_in_recovery()"));
            } catch (SQLException unreachable) {
                return false;
            }
        }
    }

    private PatroniCluster() throws IOException {
        this.directory = Programs.directory("patroni");
        for (int node = 1; node <= NODES; node++) {
            nodes.add(new Node(node));
        }
    }

    /** The newest of Debian's PostgreSQL; or the test is reported as skipped. */
    private static Path postgres() throws IOException {
        if (Files.isDirectory(DEBIAN)) {
            try (Stream<Path> versions = Files.list(DEBIAN)) {
                Optional<Path> newest = versions.map(version -> version.resolve("bin"))
                        .filter(programs -> Files.exists(programs.resolve("pg_basebackup")))
                        .max(Path::compareTo);
                if (newest.isPresent()) {
                    return newest.get();
                }
            }
        }
        throw new TestAbortedException("this machine does not have Debian's PostgreSQL with pg_basebackup");
    }

    static PatroniCluster start() throws IOException, InterruptedException, SQLException {
        return started(new PatroniCluster());
    }

    @Override
    void startAll() throws IOException, InterruptedException, SQLException {
        String clients = "http://127.0.0.1:" + etcdPort.number();
        String peers = "http://127.0.0.1:" + etcdPeers.number();
        etcd = Programs.start(
                directory.resolve("etcd.log"),
                List.of(
                        etcdProgram.toString(),
                        "--name=etcd",
                        // Patroni compares and sets the leader's key by this API; by the newer one, version 3.0
                        // overwrites it.
                        "--enable-v2=true",
                        "--data-dir=" + directory.resolve("etcd"),
                        "--listen-client-urls=" + clients,
                        "--advertise-client-urls=" + clients,
                        "--listen-peer-urls=" + peers,
                        "--initial-advertise-peer-urls=" + peers,
                        "--initial-cluster=etcd=" + peers));
        Programs.await("etcd", () -> {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), etcdPort.number())) {
                return connected.isConnected();
            }
        });
        nodes.get(0).start();
        Programs.await("the first primary", () -> nodes.get(0).isPrimary());
        nodes.get(1).start();
        nodes.get(2).start();
        awaitWhole();
        createTables();
    }

    /**
     * Waits until one node is primary, two follow it, and etcd names the one that follows synchronously: without that Patroni would promote none
     * after the next strike.
     */
    private void awaitWhole() throws IOException, InterruptedException {
        Programs.await("a primary with two standbys", () -> {
            List<Node> primaries = nodes.stream().filter(Node::isPrimary).toList();
            return primaries.size() == 1
                    && "2 1"
                            .equals(primaries
                                    .get(0)
                                    .query("SELECT count(*) || ' ' || count(*) FILTER (WHERE sync_state = 'sync')"
                                            + " FROM pg_stat_replication WHERE state = 'streaming'"))
                    && primaries.get(0).members().contains("sync_standby");
        });
    }

    @Override
    String url(int service) {
        return nodes.stream()
                .map(node -> "127.0.0.1:" + node.port.number())
                .collect(Collectors.joining(
                        ",",
                        "jdbc:postgresql://",
                        "/postgres?user=postgres&targetServerType=primary&hostRecheckSeconds=1"
                                + "&connectTimeout=2&loginTimeout=3&socketTimeout=5"));
    }

    @Override
    public void strike(Strike strike) throws IOException, InterruptedException {
        Node struck = nodes.stream()
                .filter(Node::isPrimary)
                .findFirst()
                .orElseThrow(() -> new IOException("there is no primary"));
        List<ProcessHandle> processes = struck.processes();
        switch (strike) {
            case KILL -> Programs.kill(processes);
            case FREEZE -> Programs.signal("STOP", processes);
            case PARTITION -> struck.relays().forEach(Relay::cut);
        }
        Programs.await(
                "another primary",
                () -> nodes.stream().filter(node -> node != struck).anyMatch(Node::isPrimary));
        switch (strike) {
            case KILL -> struck.start();
            case FREEZE -> Programs.signal("CONT", processes);
            case PARTITION -> struck.relays().forEach(Relay::heal);
        }
        awaitWhole();
    }

    @Override
    public void close() throws IOException {
        super.close();
        try {
            // Patroni first, which would start PostgreSQL again.
            for (Node node : nodes) {
                Programs.kill(node.processes());
            }
            if (etcd != null) {
                Programs.kill(Programs.tree(etcd.toHandle()));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while Patroni was stopped");
        }
        for (Node node : nodes) {
            for (Relay relay : node.relays()) {
                relay.close();
            }
            node.port.close();
            node.rest.close();
        }
        etcdPort.close();
        etcdPeers.close();
        Directories.remove(directory);
    }
}
