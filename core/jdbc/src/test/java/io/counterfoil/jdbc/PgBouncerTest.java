package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.network.ReservedPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** PgBouncer between driver and server, in each of its modes; skipped where the machine does not have it. */
@Timeout(600)
@Tag("BM-4")
class PgBouncerTest {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");
    private static final Database DATABASE = TestPostgres.freshDatabase();

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();
    private ReservedPort port;

    @BeforeEach
    void requireProgram() throws IOException {
        assumeTrue(Files.isExecutable(PROGRAM), "no PgBouncer where Debian installs it");
        port = ReservedPort.forServer();
        JdbcSchema.create(DATABASE.dataSource());
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
        if (port != null) {
            port.close();
        }
    }

    private DataSource pooled(String mode, String parameters) throws IOException {
        URI server = URI.create(DATABASE.jdbcUrl().substring("jdbc:".length()));
        Path settings = Files.writeString(directory.resolve("pgbouncer.ini"), """
                [databases]
                * = host=%s port=%s user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %s
                unix_socket_dir =
                auth_type = any
                pool_mode = %s
                ignore_startup_parameters = extra_float_digits
                """.formatted(
                        server.getHost(), server.getPort(), DATABASE.user(), DATABASE.password(), port.number(), mode));
        List<String> command = new ArrayList<>();
        if (Files.getAttribute(directory, "unix:uid").equals(0)) {
            // It refuses to run as root.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(PROGRAM.toString(), settings.toString()));
        started.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start());
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL("jdbc:postgresql://127.0.0.1:" + port.number() + server.getPath() + "?" + parameters);
        source.setUser(DATABASE.user());
        source.setPassword(DATABASE.password());
        await().atMost(5, TimeUnit.MINUTES)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    source.getConnection().close();
                    return true;
                });
        return source;
    }

    private static List<String> advice(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return Dialects.of(connection).checks().connectionAdvice(connection);
        }
    }

    @Test
    void namedStatements_areNamed_withTheLineToAdd() throws Exception {
        assertThat(advice(pooled("transaction", "socketTimeout=300")))
                .singleElement()
                .asString()
                .contains("through a pooler")
                .contains("prepareThreshold is 5")
                .contains("add prepareThreshold=0 to the JDBC URL");
    }

    @Test
    void transactionMode_withoutNamedStatements_works() throws Exception {
        DataSource source = pooled("transaction", "socketTimeout=300&prepareThreshold=0");
        Idempotency engine = Idempotency.on(JdbcClaimStore.on(source));
        KeyedRequest request = request(freshKey(), "contents");

        assertThat(advice(source)).isEmpty();
        JdbcSchema.verify(source);
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("answer")))
                .isInstanceOf(Outcome.Executed.class);
        assertThat(engine.execute(request, TEXT, execution -> Completion.remember("twice")))
                .isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void statementMode_isRefused_withTheReason() throws Exception {
        DataSource source = pooled("statement", "prepareThreshold=0");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(source))
                .withMessageContaining("statement mode")
                .withMessageContaining("pool_mode");
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcClaimStore.on(source).find(freshKey()))
                .withMessageContaining("statement mode");
    }
}
