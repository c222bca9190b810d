package io.counterfoil.samples.support.database;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.testing.ChildJvm;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedDatabaseTest {

    private static final String NAME = DatabaseProcess.NAME;
    private static final String KEEP = "CREATE TABLE kept AS SELECT 'kept'::text AS word";

    @TempDir
    static Path shared;

    /** Unpacking and creating a first database take longer than all the rest, and are done once. */
    private static Path made;

    private Path directory;

    @BeforeAll
    static void makeDatabase() throws IOException {
        Files.createDirectories(shared.resolve("binaries"));
        made = emptyDirectory();
        EmbeddedDatabase.start(made, NAME).close();
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = emptyDirectory();
    }

    private static Path emptyDirectory() throws IOException {
        Path directory = Files.createTempDirectory(shared, "data").toRealPath();
        Files.createSymbolicLink(directory.resolve("binaries"), shared.resolve("binaries"));
        return directory;
    }

    /** Copies the prepared, stopped database into the directory of the test. */
    private void copyDatabase() throws IOException {
        Files.copy(made.resolve("password"), directory.resolve("password"), COPY_ATTRIBUTES);
        Path from = made.resolve("postgresql");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, directory.resolve(made.relativize(file).toString()), COPY_ATTRIBUTES);
            }
        }
    }

    @AfterEach
    void stopServersOfFailedTests() throws Exception {
        PostmasterPid.clear(directory.resolve("postgresql"));
    }

    @Test
    void start_hasPostgresqlsDurability_andListensOnLoopbackOnly() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThat(Sql.run(database, "SHOW fsync")).isEqualTo("on");
            assertThat(Sql.run(database, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(Sql.run(database, "SHOW full_page_writes")).isEqualTo("on");
            assertThat(Sql.run(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(Sql.run(superuser(database), "SHOW unix_socket_directories"))
                    .isEmpty();
            assertThat(Sql.run(database, "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(Sql.run(database, "SHOW server_version")).startsWith(EmbeddedDatabase.MAJOR_VERSION + ".");
        }
    }

    @Test
    void connection_withoutThePassword_isRejected() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            ConnectionSettings guessed =
                    new ConnectionSettings(database.connection().jdbcUrl(), "postgres", "postgres");

            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> DatabaseUrl.requireReachable(guessed))
                    .withMessage("no connection to the database 127.0.0.1:%s/books:".formatted(database.port())
                            + " FATAL: password authentication failed for user \"postgres\"");
        }
    }

    @Test
    void programs_connectAsTheOwner_whoIsNoSuperuser() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThat(Sql.run(
                            database,
                            "SELECT concat_ws(' ', rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls)"
                                    + " FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo(NAME + " f f f f f");
            assertThat(Sql.run(
                            database, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '" + NAME + "'"))
                    .isEqualTo(NAME);
            Sql.run(database, KEEP);
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> Sql.run(database, "COPY kept TO PROGRAM 'true'"))
                    .withMessageContaining("permission denied");
        }
    }

    /** Data of earlier versions: the superuser owns everything, and the role does not exist. */
    @Test
    void start_onDataOfTheSuperuser_reassignsItToTheOwner() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            ConnectionSettings superuser = superuser(database);
            for (String statement : List.of(
                    "ALTER DATABASE books OWNER TO postgres",
                    "CREATE TABLE book (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, old serial, word text)",
                    "CREATE SEQUENCE shelf",
                    "CREATE VIEW words AS SELECT word FROM book",
                    "INSERT INTO book (word) VALUES ('kept')",
                    "DROP ROLE books")) {
                Sql.run(superuser, statement);
            }
        }
        Files.delete(directory.resolve("owner-password"));

        for (int start = 0; start < 2; start++) {
            try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
                Sql.run(database, "ALTER TABLE book ADD COLUMN added_" + start + " bigint DEFAULT nextval('shelf')");
                Sql.run(database, "INSERT INTO book (word) VALUES ('added')");
                assertThat(Sql.run(database, "SELECT string_agg(word, ' ' ORDER BY word DESC) FROM words"))
                        .startsWith("kept added");
                assertThat(Sql.run(database, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'books'"))
                        .isEqualTo(NAME);
            }
        }
    }

    @Test
    void data_outlivesTheProcess() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            Sql.run(database, KEEP);
        }
        try (ChildJvm other = ChildJvm.start(DatabaseProcess.class, directory, "SELECT word FROM kept")) {
            assertThat(other.awaitLine("result")).isEqualTo("kept");
            other.endInput();
            assertThat(other.exitCode()).isZero();
        }
    }

    @Test
    void start_afterAKill_stopsTheRemainingServer_andKeepsItsData() throws Exception {
        copyDatabase();
        ProcessHandle orphan;
        try (ChildJvm killed = ChildJvm.start(DatabaseProcess.class, directory, KEEP)) {
            killed.awaitLine("result");
            orphan = server();
            killed.kill();
        }
        assertThat(orphan.isAlive()).isTrue();

        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThat(Sql.run(database, "SELECT word FROM kept")).isEqualTo("kept");
            assertThat(orphan.onExit()).succeedsWithin(5, TimeUnit.MINUTES);
        }
    }

    /** As on a full disk: the server ends, and cannot start for some time. */
    @Test
    void serverThatEnds_isRestarted_andBothAreLogged() throws Exception {
        copyDatabase();
        Logger logger = (Logger) LoggerFactory.getLogger(Postmaster.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>() {
            /** Other tests have servers of their own, in directories of their own. */
            @Override
            protected void append(ILoggingEvent line) {
                if (line.getFormattedMessage().contains(directory.toString())) {
                    super.append(line);
                }
            }
        };
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            Sql.run(database, KEEP);
            Path needed = directory.resolve("postgresql/PG_VERSION");
            for (int end = 1; end <= 2; end++) {
                int ends = end;
                Path away = Files.move(needed, directory.resolve("away"));
                int port = database.port();
                assertThat(server().destroyForcibly()).isTrue();
                await().atMost(Duration.ofMinutes(5))
                        .until(() -> Files.readString(directory.resolve("postgresql.log"))
                                        .split("FATAL:.*is not a valid data directory", -1)
                                        .length
                                > ends);
                Files.move(away, needed);

                await().atMost(Duration.ofMinutes(5)).until(() -> lines.list.size() == 2 * ends);
                assertThat(database.port()).isEqualTo(port);
                assertThat(Sql.run(database, "SELECT word FROM kept")).isEqualTo("kept");
            }
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .hasSize(4)
                .satisfies(said -> {
                    assertThat(said.get(0)).contains("has ended").contains("postgresql.log");
                    assertThat(said.get(1)).isEqualTo("PostgreSQL in " + directory + " has been restarted");
                });
        assertThat(directory.resolve("postgresql/postmaster.pid")).doesNotExist();
    }

    /** As behind a busy disk, to which the last checkpoint is written. */
    @Test
    void close_waitsForAServerThatIsSlowToStop() throws Exception {
        copyDatabase();
        EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME);
        ProcessHandle server = server();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        Logger library = (Logger) LoggerFactory.getLogger(EmbeddedPostgres.class);
        library.addAppender(lines);
        FutureTask<Void> closing = new FutureTask<>(() -> {
            database.close();
            return null;
        });
        try {
            signal("STOP", server);
            new Thread(closing).start();
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> lines.list.stream()
                            .anyMatch(line -> line.getFormattedMessage().startsWith("Could not stop postmaster")));
            assertThat(closing).isNotDone();
        } finally {
            library.detachAppender(lines);
            signal("CONT", server);
        }

        assertThat(closing).succeedsWithin(5, TimeUnit.MINUTES);

        assertThat(server.isAlive()).isFalse();
        assertThat(directory.resolve("postgresql/postmaster.pid")).doesNotExist();
    }

    private static void signal(String signal, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void firstStart_withoutEnoughMemory_isRejectedAndUnlocks(@TempDir Path fresh) throws Exception {
        try (ChildJvm small = ChildJvm.start(List.of("-Xmx48m"), DatabaseProcess.class, fresh, "SELECT 1")) {
            assertThat(small.exitCode()).isEqualTo(1);
            assertThat(small.errors())
                    .anyMatch(line ->
                            line.contains("MiB of memory are not enough to start PostgreSQL for the first time"));
        }
        try (EmbeddedDatabase database = EmbeddedDatabase.start(fresh, NAME)) {
            assertThat(Sql.run(database, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void start_onALockedDirectory_isRejectedSparingItsOwner() throws Exception {
        copyDatabase();
        try (ChildJvm holder = ChildJvm.start(DatabaseProcess.class, directory, "SELECT 1")) {
            holder.awaitLine("result");
            ProcessHandle server = server();

            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                    .withMessageContaining("is in use by another process (%s)", holder.pid());
            assertThat(server.isAlive()).isTrue();
            holder.endInput();
            assertThat(holder.exitCode()).isZero();
            assertThat(server.onExit()).succeedsWithin(5, TimeUnit.MINUTES);
        }
    }

    @Test
    void start_twiceInOneProcess_isRejected_untilTheFirstIsClosed() throws Exception {
        copyDatabase();
        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                    .withMessageContaining("is in use");
            assertThat(Sql.run(database, "SELECT 1")).isEqualTo("1");
        }
        EmbeddedDatabase.start(directory, NAME).close();
    }

    @Test
    void start_onAPidFileOfAnotherProgram_doesNotSignalIt() throws Exception {
        copyDatabase();
        Process stranger = new ProcessBuilder("sleep", "3600").start();
        try {
            Files.writeString(
                    directory.resolve("postgresql/postmaster.pid"),
                    "%s%n%s%n1%n5432%n%n127.0.0.1%n%n"
                            .formatted(stranger.pid(), directory.toRealPath().resolve("postgresql")));

            EmbeddedDatabase.start(directory, NAME).close();

            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void start_afterAnInterruptedFirstStart_startsOver() throws Exception {
        Files.createDirectories(directory.resolve("postgresql/base"));
        Files.writeString(directory.resolve("postgresql/postgresql.conf"), "half a li");
        // Not the shared ones: any other start deletes what is half unpacked.
        Files.delete(directory.resolve("binaries"));
        Files.createDirectories(directory.resolve("binaries/unpacked/PG-half/bin"));
        try (Stream<Path> versions = Files.list(shared.resolve("binaries/unpacked"))) {
            for (Path version : versions.toList()) {
                Files.createSymbolicLink(
                        directory.resolve("binaries/unpacked").resolve(version.getFileName()), version);
            }
        }
        Files.writeString(directory.resolve("initialising"), "");

        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThat(Sql.run(database, "SELECT 1")).isEqualTo("1");
            assertThat(directory.resolve("initialising")).doesNotExist();
        }
    }

    @Test
    void start_onDataOfAnotherMajorVersion_isRejectedAndUnlocks() throws Exception {
        Files.createDirectories(directory.resolve("postgresql"));
        Files.writeString(directory.resolve("postgresql/PG_VERSION"), "9.6\n");

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                    .withMessageContaining("was created by PostgreSQL 9.6, and this program contains PostgreSQL 18");
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void start_createsAPrivateDirectory() throws Exception {
        Path missing = directory.resolve("missing");
        EmbeddedDatabase.start(missing, NAME).close();

        assertThat(permissions(missing)).isEqualTo("rwx------");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void start_closesLogsToOthers() throws Exception {
        copyDatabase();
        Files.createDirectory(directory.resolve("logs"));
        permit(directory.resolve("logs"), "rwxr-xr-x");

        try (EmbeddedDatabase database = EmbeddedDatabase.start(directory, NAME)) {
            assertThat(permissions(database.logs())).isEqualTo("rwx------");
            assertThat(permissions(directory.resolve("postgresql.log"))).isEqualTo("rw-------");
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void start_onADirectoryWritableByOthers_isRejectedUnchanged() throws Exception {
        for (String open : List.of("rwxrwxr-x", "rwxr-xrwx")) {
            permit(directory, open);
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                    .withMessage("data directory %s is open to other users (%s); close it with chmod go-w %s"
                            .formatted(directory, open, directory));
        }
        assertThat(directory.resolve("lock")).doesNotExist();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void start_onADirectoryOfAnotherUser_isRejected_andWritesNothing() throws Exception {
        UserPrincipal nobody =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        assumeTrue(isGiven(directory, nobody), "the user may give files to other users, as root may");

        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                .withMessageStartingWith("data directory %s belongs to user nobody; the current user is ", directory);
        assertThat(directory.resolve("lock")).doesNotExist();
    }

    private static boolean isGiven(Path file, UserPrincipal owner) throws IOException {
        try {
            Files.setOwner(file, owner);
            return true;
        } catch (FileSystemException notPermitted) {
            return false;
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void start_doesNotFollowALockThatIsALink() throws Exception {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "untouched");
        Files.createSymbolicLink(directory.resolve("lock"), elsewhere);

        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> EmbeddedDatabase.start(directory, NAME))
                .withMessageContaining("%s is a symbolic link", directory.resolve("lock"));
        assertThat(elsewhere).hasContent("untouched");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void accessibleOrLinkedSecrets_areRejected() throws Exception {
        Path secret = directory.resolve("secret");
        assertThat(SecretFile.in(secret, () -> "mine")).isEqualTo("mine");
        assertThat(permissions(secret)).isEqualTo("rw-------");
        for (String open : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-----w-")) {
            permit(secret, open);
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> SecretFile.in(secret, () -> "another"))
                    .withMessage("file %s is open to other users (%s); close it with chmod go-rwx %s"
                            .formatted(secret, open, secret));
        }
        permit(secret, "rw-------");
        Path link = Files.createSymbolicLink(directory.resolve("link"), secret);
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> SecretFile.in(link, () -> "another"))
                .withMessageContaining("%s is a symbolic link", link);
    }

    private ConnectionSettings superuser(EmbeddedDatabase database) throws IOException {
        String password = Files.readString(directory.resolve("password")).strip();
        return new ConnectionSettings(database.connection().jdbcUrl(), "postgres", password);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private ProcessHandle server() throws IOException {
        String pid = Files.readAllLines(directory.resolve("postgresql/postmaster.pid"))
                .get(0);
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    }
}
