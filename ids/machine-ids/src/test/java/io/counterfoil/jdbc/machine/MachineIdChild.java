package io.counterfoil.jdbc.machine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.counterfoil.ids.snowflake.MachineIdExpiredException;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.jdbc.machine.MachineIdLeases.Lease.State;
import io.counterfoil.testkit.database.ReusingDataSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A process that leases a machine id and makes ids until its standard input ends; when the lease is lost it
 * goes on trying for a while, as a thread that has not heard of it would, and then acquires another.
 * Arguments: JDBC URL, user, first and last machine id, milliseconds of a lease, the file for the ids.
 *
 * <p>The file gets a line "machine-id token id" for each id; standard output a line for each event, beginning with its name.
 */
public final class MachineIdChild {

    private static final int BATCH = 5;
    private static final int TRIES_AFTER_LOSS = 200;
    private static final PrintStream OUT = System.out;

    private final MachineIdLeases leases;
    private final CountDownLatch stopping = new CountDownLatch(1);

    private MachineIdChild(MachineIdLeases leases) {
        this.leases = leases;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        DataSource dataSource = ReusingDataSource.of(arguments[0], arguments[1], "", "child");
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        try (OutputStream ids = Files.newOutputStream(Path.of(arguments[5]))) {
            new MachineIdChild(MachineIdLeases.builder(dataSource)
                            .scheduler(scheduler)
                            .range(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]))
                            .lease(Duration.ofMillis(Long.parseLong(arguments[4])))
                            .build())
                    .run(ids);
        } finally {
            scheduler.shutdownNow();
        }
    }

    private void run(OutputStream file) throws IOException, InterruptedException {
        Thread watch = new Thread(this::awaitEndOfInput, "end of input");
        watch.setDaemon(true);
        watch.start();
        boolean waiting = false;
        while (stopping.getCount() > 0) {
            try (MachineIdLeases.Lease lease = leases.acquire()) {
                waiting = false;
                tell("ACQUIRED", lease);
                makeIds(lease, file);
                tell(lease.state() == State.LOST ? "LOST" : "RETURNING", lease);
            } catch (NoFreeMachineIdException full) {
                if (!waiting) {
                    OUT.println("WAITING");
                    waiting = true;
                }
                pause(Duration.ofMillis(50));
            }
        }
    }

    private void makeIds(MachineIdLeases.Lease lease, OutputStream file) throws IOException, InterruptedException {
        Snowflake ids = Snowflake.builder().machine(lease).build();
        boolean refused = false;
        int triesAfterLoss = 0;
        while (stopping.getCount() > 0 && triesAfterLoss < TRIES_AFTER_LOSS) {
            triesAfterLoss += lease.state() == State.LOST ? 1 : 0;
            StringBuilder lines = new StringBuilder();
            try {
                for (int i = 0; i < BATCH; i++) {
                    long id = ids.generate();
                    lines.append("%s %s %s%n".formatted(lease.value(), lease.token(), id));
                }
                refused = false;
            } catch (MachineIdExpiredException expired) {
                if (!refused) {
                    tell("REFUSED", lease);
                    refused = true;
                }
            }
            // One write: a kill leaves a line whole or out.
            file.write(lines.toString().getBytes(US_ASCII));
            pause(Duration.ofMillis(2));
        }
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException failure) {
            OUT.println("INPUT " + failure);
        }
        stopping.countDown();
    }

    /** Ends early when the process is to end. */
    private void pause(Duration atMost) throws InterruptedException {
        stopping.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static void tell(String event, MachineIdLeases.Lease lease) {
        OUT.println(event + " " + lease.value() + " " + lease.token());
    }
}
