package io.counterfoil.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.process.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A {@link ControllerMain} that is running. For the thread of one test. */
final class ControllerProcess {

    private static final long LIMIT_SECONDS = 300;

    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final ChildJvm process;

    private ControllerProcess(List<String> arguments, Point point, int time) throws IOException {
        AtomicInteger runs = new AtomicInteger();
        this.process = ChildJvm.start(ControllerMain.class, arguments, line -> {
            int executed = line.equals(ControllerMain.RUNS) ? runs.incrementAndGet() : runs.get();
            if (line.equals(ControllerMain.READY)) {
                ready.countDown();
            }
            if (point == Point.NOWHERE ? executed == time && time > 0 : line.equals(ControllerMain.STANDS)) {
                reached.countDown();
            }
        });
    }

    static ControllerProcess start(URI broker, Database database, String queue, Point point, int time)
            throws IOException {
        List<String> arguments = List.of(
                broker.toString(),
                database.jdbcUrl(),
                database.user(),
                database.password(),
                queue,
                point.name(),
                Integer.toString(time));
        return new ControllerProcess(arguments, point, time);
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
        process.kill();
    }
}
