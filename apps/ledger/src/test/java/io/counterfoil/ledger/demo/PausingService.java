package io.counterfoil.ledger.demo;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.LedgerApplication;
import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.store.Step;
import io.counterfoil.testkit.store.StepListener;
import io.counterfoil.testkit.store.SteppedClaimStore;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service in a process of its own, in which a marked request stops for ever at the step that its key names. {@link #main} is the
 * process, an object stands for it in the test.
 */
final class PausingService implements AutoCloseable {

    private static final String URL = "URL ";
    private static final String PAUSED = "paused ";

    private final ChildJvm process;
    private final URI url;

    private PausingService(ChildJvm process) throws IOException {
        this.process = process;
        this.url = URI.create(process.awaitLine(URL));
    }

    /** @param requests that stop there, each of which keeps a connection to the database */
    static PausingService start(Database database, int port, int requests) throws IOException {
        return new PausingService(LedgerJvm.start(
                PausingService.class,
                "--server.port=" + port,
                "--spring.datasource.hikari.maximum-pool-size=" + (requests + 5),
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
    }

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(LedgerApplication.class);
        application.addInitializers(context -> context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ClaimStore store ? new SteppedClaimStore(store, new Pauses()) : bean;
            }
        }));
        ConfigurableApplicationContext context = application.run(args);
        System.out.println(URL + "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
    }

    /** A key whose request stops at this step. */
    static RequestId keyThatStopsAt(Step step) {
        return new RequestId(mark(step) + UuidV7.next());
    }

    private static String mark(Step step) {
        return "stop-at-" + step + "-";
    }

    URI url() {
        return url;
    }

    /** Returns when this many more marked requests have stopped. */
    void awaitPauses(int requests) throws IOException {
        for (int i = 0; i < requests; i++) {
            process.awaitLine(PAUSED);
        }
    }

    /** SIGKILL; returns when the process is no more. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }

    private static final class Pauses implements StepListener {

        @Override
        public void reached(Step step, IdempotencyKey key) {
            reached(step, key.requestId());
        }

        @Override
        public void reached(Step step, DataKey key) {
            reached(step, key.key());
        }

        private static void reached(Step step, RequestId id) {
            if (!id.value().startsWith(mark(step))) {
                return;
            }
            System.out.println(PAUSED + step);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("only a kill ends this", e);
            }
        }
    }
}
