package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A {@link ControllerMain} that is running. For the thread of one test. */
final class ControllerProcess {

    private static final long LIMIT_SECONDS = 300;

    private final Process process;
    private final Point point;
    private final int time;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);

    private ControllerProcess(Process process, Point point, int time) {
        this.process = process;
        this.point = point;
        this.time = time;
    }

    static ControllerProcess start(URI broker, Database database, String queue, Point point, int time)
            throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-Xmx96m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ControllerMain.class.getName(),
                        broker.toString(),
                        database.jdbcUrl(),
                        database.user(),
                        database.password(),
                        queue,
                        point.name(),
                        Integer.toString(time))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ControllerProcess started = new ControllerProcess(process, point, time);
        Thread reader = new Thread(started::read, "controller-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void read() {
        int runs = 0;
        try (BufferedReader lines = process.inputReader(US_ASCII)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                runs += line.equals(ControllerMain.RUNS) ? 1 : 0;
                if (line.equals(ControllerMain.READY)) {
                    ready.countDown();
                }
                if (point == Point.NOWHERE ? runs == time && time > 0 : line.equals(ControllerMain.STANDS)) {
                    reached.countDown();
                }
            }
        } catch (IOException killed) {
            // What it told before has been read.
            assertThat(killed).hasMessageContaining("closed");
        }
    }

    void awaitReady() throws InterruptedException {
        assertThat(ready.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("is ready").isTrue();
    }

    /** Whether it stands still, or has carried out so many commands; waits a moment for that. */
    boolean hasReachedItsPoint(long millis) throws InterruptedException {
        return reached.await(millis, TimeUnit.MILLISECONDS);
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        // By its handle: the process itself would close what is still to be read.
        assertThat(process.toHandle().destroyForcibly() || !process.isAlive()).isTrue();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
