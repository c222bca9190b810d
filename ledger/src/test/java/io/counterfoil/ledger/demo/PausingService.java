package io.counterfoil.ledger.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.ledger.LedgerApplication;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.testkit.store.Step;
import io.counterfoil.testkit.store.StepListener;
import io.counterfoil.testkit.store.SteppedClaimStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service in a process of its own, whose marked requests stop for ever at one step. {@link #main} is the process, an
 * object stands for it in the test.
 */
final class PausingService implements AutoCloseable {

    /** What the keys of a marked request begin with. */
    static final String MARK = "marked-";

    private static final String URL = "URL ";
    private static final String PAUSED = "paused ";
    private static final long PATIENCE_SECONDS = 180;

    private final Process process;
    private final BufferedReader output;
    private final URI url;

    private PausingService(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
        this.url = URI.create(awaitLine(URL));
    }

    static PausingService start(Step step, ConnectionSettings database, int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                PausingService.class.getName(),
                step.name(),
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username());
        builder.environment().put("SPRING_DATASOURCE_PASSWORD", String.valueOf(database.password()));
        Process process = builder.redirectErrorStream(true).start();
        try {
            return new PausingService(process);
        } catch (CompletionException e) {
            process.destroyForcibly();
            throw new AssertionError("the service did not start", e);
        }
    }

    public static void main(String[] args) {
        Step step = Step.valueOf(args[0]);
        SpringApplication application = new SpringApplication(LedgerApplication.class);
        application.addInitializers(context -> context.getBeanFactory().addBeanPostProcessor(new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof ClaimStore store
                        ? new SteppedClaimStore(
                                store, StepListener.of(PausingService::isMarked, reached -> pauseAt(step, reached)))
                        : bean;
            }
        }));
        ConfigurableApplicationContext context =
                application.run(List.of(args).subList(1, args.length).toArray(String[]::new));
        System.out.println(URL + "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port"));
    }

    private static boolean isMarked(RequestId id) {
        return id.value().startsWith(MARK);
    }

    URI url() {
        return url;
    }

    /** Returns when a marked request has stopped. */
    void awaitPause() {
        awaitLine(PAUSED);
    }

    /** SIGKILL; returns when the process is no more. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    private static void pauseAt(Step wanted, Step reached) {
        if (reached != wanted) {
            return;
        }
        System.out.println(PAUSED + reached);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("only a kill ends this", e);
        }
    }

    private String awaitLine(String beginning) {
        return CompletableFuture.supplyAsync(() -> readTo(beginning))
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private String readTo(String beginning) {
        StringBuilder said = new StringBuilder();
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length());
                }
                said.append(line).append('\n');
            }
        } catch (IOException e) {
            said.append(e);
        }
        throw new AssertionError("no line \"" + beginning + "\" but: " + said);
    }
}
