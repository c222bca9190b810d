package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.springboot.store.SpringTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.integration.jdbc.lock.LockTable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Transactions below a handler that commit apart from its keyed request: each retry would repeat them. */
@Timeout(600)
@Tag("RQ-13")
@Tag("RQ-20")
@Isolated("captures log lines, which the start of another application would switch off")
class SeparateTransactionsTest {

    private static final Database DATABASE = TestPostgres.freshDatabase().reusing("test");

    private static RunningApplication refusing;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        RunningApplication.createBookings(DATABASE);
        refusing = start(new String[0]);
    }

    @AfterAll
    static void stop() {
        refusing.close();
    }

    private static RunningApplication start(String... properties) {
        return RunningApplication.start(DATABASE, List.of(Application.class), properties);
    }

    @ParameterizedTest
    @ValueSource(strings = {"new", "suspended", "template", "manager", "thread"})
    void separateTransaction_isRefused_andNothingIsWritten(String how) throws Exception {
        assertThat(refusing.post("/" + how + "/" + key, key).statusCode()).isEqualTo(500);
        assertThat(refusing.post("/" + how + "/" + key, key).statusCode()).isEqualTo(500);

        assertThat(written(key)).isZero();
    }

    /** There is nothing that it could be separate from but the request, which commits as a whole. */
    @Test
    void newTransaction_outsideOfAnother_isPartOfTheRequest() throws Exception {
        assertThat(refusing.post("/outermost/" + key, key).statusCode()).isEqualTo(500);

        assertThat(written(key)).isZero();
    }

    @Test
    void refusal_namesTheMethod_andTheWaysOut() throws Exception {
        String told = refusing.post("/told/" + key, key).body();

        assertThat(told)
                .contains("SeparateTransactionsTest$Audit.written ")
                .contains("@AllowSeparateTransaction")
                .contains("lease")
                .contains("@NotIdempotent")
                .contains("counterfoil.separate-transactions=warn");
        assertThat(written(key)).isZero();
    }

    @Test
    void permittedMethod_commitsApart() throws Exception {
        assertThat(refusing.post("/permitted/" + key, key).statusCode()).isEqualTo(409);

        assertThat(written(key)).isEqualTo(1);
    }

    @Test
    void nestedAndJoinedTransactions_arePartOfTheRequest() throws Exception {
        assertThat(refusing.post("/nested/" + key, key).statusCode()).isEqualTo(200);

        assertThat(written(key)).isEqualTo(2);
    }

    @Test
    void requestWithoutAKey_isLeftAlone() throws Exception {
        assertThat(refusing.send("POST", "/new/" + key, "").statusCode()).isEqualTo(409);

        assertThat(written(key)).isEqualTo(1);
    }

    @Test
    void transactionAfterTheCommit_isLeftAlone() throws Exception {
        assertThat(refusing.post("/later/" + key, key).statusCode()).isEqualTo(200);

        assertThat(written(key)).isEqualTo(1);
    }

    @Test
    void transactionOfAPoolsThread_isLeftAlone_becauseItMayBeAnothers() throws Exception {
        assertThat(refusing.post("/pool/" + key, key).statusCode()).isEqualTo(200);

        assertThat(written(key)).isEqualTo(1);
    }

    @Test
    void transactionOfASpringProject_forItsOwnState_isLeftAlone() throws Exception {
        assertThat(refusing.post("/lock/" + key, key).statusCode()).isEqualTo(200);

        assertThat(written(key)).isEqualTo(1);
    }

    @Test
    void warn_letsItCommit_andSaysSoOncePerPlace() throws Exception {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(SpringTransactions.class);
        try (RunningApplication warning = start("--counterfoil.separate-transactions=warn")) {
            logger.setLevel(Level.WARN);
            logger.addAppender(lines);
            lines.start();

            String other = UUID.randomUUID().toString();
            assertThat(warning.post("/warned/" + key, key).statusCode()).isEqualTo(409);
            assertThat(warning.post("/warned/" + key, other).statusCode()).isEqualTo(409);
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }

        assertThat(written(key)).isEqualTo(2);
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .contains("SeparateTransactionsTest$Audit.warned ")
                    .contains("@AllowSeparateTransaction");
        });
    }

    private static long written(String key) {
        return refusing.jdbc()
                .sql("SELECT count(*) FROM booking WHERE seat = ?")
                .param(key)
                .query(Long.class)
                .single();
    }

    @SpringBootApplication(proxyBeanMethods = false)
    @Import({Audit.class, Controller.class})
    static class Application {}

    static class Audit {

        private final JdbcClient jdbc;

        Audit(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        void write(String what) {
            jdbc.sql("INSERT INTO booking VALUES (?)").param(what).update();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void written(String what) {
            write(what);
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void warned(String what) {
            write(what);
        }

        @AllowSeparateTransaction
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void permitted(String what) {
            write(what);
        }

        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void suspended(String what) {
            write(what);
        }

        @Transactional(propagation = Propagation.NESTED)
        public void nested(String what) {
            write(what);
        }

        @Transactional
        public void joined(String what) {
            write(what);
        }
    }

    @RestController
    static class Controller {

        private final Audit audit;
        private final TransactionTemplate joined;
        private final TransactionTemplate template;
        private final TransactionTemplate other;

        Controller(Audit audit, JdbcTransactionManager manager) {
            this.audit = audit;
            this.joined = new TransactionTemplate(manager);
            this.template = new TransactionTemplate(manager);
            this.template.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
            this.other = new TransactionTemplate(new JdbcTransactionManager(DATABASE.dataSource()));
        }

        @PostMapping("/new/{what}")
        void inANewOne(@PathVariable String what) {
            joined.executeWithoutResult(outer -> audit.written(what));
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        }

        @PostMapping("/told/{what}")
        String told(@PathVariable String what) {
            try {
                joined.executeWithoutResult(outer -> audit.written(what));
                return "not refused";
            } catch (RuntimeException refused) {
                return String.valueOf(refused.getMessage());
            }
        }

        @PostMapping("/warned/{what}")
        void warned(@PathVariable String what) {
            joined.executeWithoutResult(outer -> audit.warned(what));
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        }

        @PostMapping("/permitted/{what}")
        void permitted(@PathVariable String what) {
            audit.permitted(what);
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        }

        @PostMapping("/suspended/{what}")
        void suspended(@PathVariable String what) {
            joined.executeWithoutResult(outer -> audit.suspended(what));
        }

        @PostMapping("/template/{what}")
        void template(@PathVariable String what) {
            joined.executeWithoutResult(outer -> template.executeWithoutResult(status -> audit.write(what)));
        }

        @PostMapping("/outermost/{what}")
        void outermost(@PathVariable String what) {
            audit.written(what);
            audit.suspended(what);
            throw new ResponseStatusException(HttpStatus.INTERNAL_SERVER_ERROR);
        }

        @PostMapping("/manager/{what}")
        void manager(@PathVariable String what) {
            joined.executeWithoutResult(outer -> other.executeWithoutResult(status -> audit.write(what)));
        }

        @PostMapping("/thread/{what}")
        void thread(@PathVariable String what) throws Exception {
            FutureTask<Boolean> task = new FutureTask<>(() -> audit.joined(what), true);
            new Thread(task, "of a handler").start();
            task.get();
        }

        @PostMapping("/lock/{what}")
        void lock(@PathVariable String what) {
            LockTable.write(template, () -> audit.write(what));
        }

        @PostMapping("/pool/{what}")
        void pool(@PathVariable String what) throws Exception {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            try {
                pool.submit(() -> audit.joined(what)).get();
            } finally {
                pool.shutdown();
            }
        }

        @PostMapping("/nested/{what}")
        void nested(@PathVariable String what) {
            audit.nested(what);
            audit.joined(what);
        }

        @PostMapping("/later/{what}")
        void later(@PathVariable String what) {
            joined.executeWithoutResult(status ->
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                            audit.written(what);
                        }
                    }));
        }
    }
}
