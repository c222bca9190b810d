package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartablePostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/** Settings of PostgreSQL by which acknowledged commits may be lost, and standbys; each seen on a server that has it. */
@Timeout(600)
@Tag("BM-3")
@Tag("BM-4")
class DurabilityTest {

    private static RestartablePostgres server;
    private static Database created;
    private static DataSource database;

    @BeforeAll
    static void start() {
        server = RestartablePostgres.start();
        created = server.freshDatabase();
        database = created.dataSource();
        Sql.run(database, "ALTER SYSTEM SET wal_level = 'logical'");
        server.crashAndRestart();
        JdbcSchema.create(database);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void reset() {
        Sql.run(database, "ALTER DATABASE " + created.name() + " RESET ALL");
        for (String setting : List.of("fsync", "full_page_writes", "synchronous_standby_names")) {
            system("RESET " + setting);
        }
        awaitNoStandby();
    }

    /** The server notices a moment later that a connection was closed. */
    private static void awaitNoStandby() {
        await().atMost(2, TimeUnit.MINUTES)
                .until(() -> Sql.number(database, "SELECT count(*) FROM pg_stat_replication") == 0);
    }

    private static void system(String change) {
        Sql.run(database, "ALTER SYSTEM " + change);
        Sql.run(database, "SELECT pg_reload_conf()");
    }

    private static List<String> losses(DataSource source) {
        try (Connection connection = source.getConnection()) {
            return Dialects.of(connection).checks().lossOfCommits(connection);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** A setting that was reloaded reaches a session when the postmaster has read it. */
    private static void awaitLoss(String text) {
        await().atMost(2, TimeUnit.MINUTES).until(() -> losses(database).size() == 1);
        assertThat(losses(database)).singleElement().asString().contains(text);
    }

    private static Outcome<String> execute(FirstClaim firstClaim) {
        return Idempotency.on(new JdbcLeaseStore(database), LeasePolicy.DEFAULT.withFirstClaim(firstClaim))
                .execute(request(freshKey(), "contents"), TEXT, execution -> Completion.remember("executed"));
    }

    private static void assertRejected(String reason) {
        assertThatIllegalStateException()
                .isThrownBy(() -> execute(FirstClaim.CHECK_STORE))
                .withMessageContaining(reason);
    }

    @Test
    void standaloneServer_losesNothing() {
        assertThat(losses(database)).isEmpty();
        assertThat(execute(FirstClaim.CHECK_STORE)).isInstanceOf(Outcome.Executed.class);
    }

    @ParameterizedTest
    @CsvSource({"fsync, a crash of the machine", "full_page_writes, a crash of the machine"})
    void settingOfTheServer_isNamed_andRejectedByLeases(String setting, String consequence) {
        system("SET " + setting + " = off");

        awaitLoss(setting + " is off, so " + consequence);
        assertRejected(setting + " is off");
    }

    /** The settings of the sessions that the pool opens count, and not those of the server's file. */
    @Test
    void settingOfTheSessions_isNamed() {
        Sql.run(database, "ALTER DATABASE " + created.name() + " SET synchronous_commit = off");

        awaitLoss("synchronous_commit is off, so a crash loses the last commits: set it to on");
        assertRejected("synchronous_commit is off");
        Sql.run(database, "ALTER DATABASE " + created.name() + " SET synchronous_commit = local");
        assertThat(losses(database)).as("without a standby").isEmpty();
    }

    @Test
    void lease_withAsynchronousStandby_isRejectedUnlessStoreIsTrusted() throws SQLException {
        try (Connection replication = replication("standby_1");
                PGReplicationStream standby = physical(replication)) {
            awaitLoss("standbys are attached (1) and synchronous_standby_names is empty");
            assertThat(losses(unprivileged())).as("by an unprivileged user").hasSize(1);
            assertRejected("synchronous_standby_names is empty");
            assertThat(execute(FirstClaim.TRUST_STORE)).isInstanceOf(Outcome.Executed.class);
            assertThat(standby.isClosed()).isFalse();
        }
        await().atMost(2, TimeUnit.MINUTES).until(() -> losses(database).isEmpty());
    }

    @Test
    void synchronousStandby_keepsCommits_thatWaitForIt() throws SQLException {
        // A statement without a transaction to commit does not wait for the standby, which confirms nothing.
        Sql.run(database, "ALTER DATABASE " + created.name() + " SET synchronous_commit = local");
        try (Connection replication = replication("standby_1");
                PGReplicationStream standby = physical(replication)) {
            system("SET synchronous_standby_names = 'ANY 1 (*)'");

            awaitLoss("standbys are attached (1) and synchronous_commit is local");
            Sql.run(database, "ALTER DATABASE " + created.name() + " RESET synchronous_commit");
            assertThat(losses(database)).isEmpty();
            assertThat(standby.isClosed()).isFalse();
            Sql.run(session("local"), "ALTER SYSTEM RESET synchronous_standby_names");
            Sql.run(session("local"), "SELECT pg_reload_conf()");
        }
    }

    @Test
    void subscriberAndBackup_areNoStandbys() throws SQLException {
        Sql.run(database, "CREATE PUBLICATION changes");
        Sql.run(database, "SELECT pg_create_logical_replication_slot('subscriber', 'pgoutput')");
        try (Connection replication = replication("subscriber");
                Connection backup = replication("pg_receivewal");
                PGReplicationStream subscriber = replication
                        .unwrap(PGConnection.class)
                        .getReplicationAPI()
                        .replicationStream()
                        .logical()
                        .withSlotName("subscriber")
                        .withSlotOption("proto_version", 1)
                        .withSlotOption("publication_names", "changes")
                        .start();
                PGReplicationStream received = physical(backup)) {
            assertThat(Sql.number(database, "SELECT count(*) FROM pg_stat_replication"))
                    .isEqualTo(2);
            assertThat(losses(database)).isEmpty();
            assertThat(subscriber.isClosed() || received.isClosed()).isFalse();
        }
        awaitNoStandby();
        Sql.run(database, "SELECT pg_drop_replication_slot('subscriber')");
    }

    private static Connection replication(String application) throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, created.user());
        PGProperty.REPLICATION.set(properties, application.equals("subscriber") ? "database" : "true");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "9.4");
        PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
        PGProperty.APPLICATION_NAME.set(properties, application);
        PGProperty.OPTIONS.set(properties, "-c wal_sender_timeout=0");
        return DriverManager.getConnection(created.jdbcUrl(), properties);
    }

    private static PGReplicationStream physical(Connection replication) throws SQLException {
        String position =
                Sql.texts(database, "SELECT pg_current_wal_lsn()::text").get(0);
        return replication
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .physical()
                .withStartPosition(LogSequenceNumber.valueOf(position))
                .start();
    }

    private static DataSource session(String synchronousCommit) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(created.jdbcUrl());
        source.setUser(created.user());
        source.setOptions("-c synchronous_commit=" + synchronousCommit);
        return source;
    }

    private static DataSource unprivileged() {
        Sql.run(database, "DROP ROLE IF EXISTS unprivileged");
        Sql.run(database, "CREATE ROLE unprivileged LOGIN");
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(created.jdbcUrl());
        source.setUser("unprivileged");
        return source;
    }
}
