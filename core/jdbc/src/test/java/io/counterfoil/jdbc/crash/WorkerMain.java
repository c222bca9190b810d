package io.counterfoil.jdbc.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A process that carries intentions out until its standard input ends. Arguments: those of {@link Site#of}, its name, the
 * milliseconds of a lease.
 *
 * <p>Each line of standard input is a call: its number, what to do, and with what. Each line of standard output belongs to a
 * call: its number, {@code REACHED}, {@code DONE} or {@code FAILED}, and what there is to say.
 */
public final class WorkerMain {

    /** Of those that carry out; one that stops at a point has a thread of its own. */
    private static final int THREADS = 8;

    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    private final Map<String, Lease> held = new ConcurrentHashMap<>();
    private final Stops stops = new Stops();
    private final String name;
    private final Duration lease;
    private volatile Engines engines;

    private WorkerMain(String name, List<String> site, Duration lease) throws SQLException {
        this.name = name;
        this.lease = lease;
        this.engines = engines(site);
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[5]));
        new WorkerMain(arguments[4], List.of(arguments), lease).run();
    }

    private Engines engines(List<String> arguments) throws SQLException {
        Site site = Site.of(arguments, name);
        return new Engines(name, site, site.store().dataSource(), lease, stops);
    }

    private void run() throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        ExecutorService stopping = Executors.newCachedThreadPool();
        out.println("0 DONE ready");
        BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = calls.readLine(); line != null; line = calls.readLine()) {
            String[] call = line.split(" ", -1);
            if (call[1].equals("go")) {
                stops.go(call[2]);
            } else {
                (call[1].equals("execute") ? threads : stopping).execute(() -> answer(call));
            }
        }
        threads.shutdownNow();
        stopping.shutdownNow();
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // The stack trace goes to the file of this process's errors.
    private void answer(String[] call) {
        try {
            out.println(call[0] + " DONE " + done(call));
        } catch (SQLException | RuntimeException failure) {
            failure.printStackTrace();
            out.println(call[0] + " FAILED "
                    + failure.toString().lines().findFirst().orElseThrow());
        }
    }

    private String done(String[] call) throws SQLException {
        String intention = call[2];
        return switch (call[1]) {
            case "execute" -> engines.execute(intention, Setting.valueOf(call[3]), Work.End.ANSWER, false);
            case "crash" -> {
                stops.stopAt(call[4], intention, () -> out.println(call[0] + " REACHED " + call[4]));
                boolean retry = call[4].endsWith("_FIND");
                yield engines.execute(intention, Setting.valueOf(call[3]), Work.End.toReach(call[4]), retry);
            }
            case "limited" -> {
                stops.stopAt(Points.AFTER_EFFECT, intention, () -> out.println(call[0] + " REACHED AFTER_EFFECT"));
                yield engines.executeLimited(intention);
            }
            case "happened" -> String.valueOf(engines.happened(intention, call[3]));
            case "nothing" -> String.valueOf(engines.didNotHappen(intention));
            case "resolve" -> {
                stops.stopAt(call[3], intention, () -> out.println(call[0] + " REACHED " + call[3]));
                yield String.valueOf(engines.didNotHappen(intention));
            }
            case "lease" -> lease(intention);
            case "move" -> {
                engines = engines(List.of(call).subList(2, call.length));
                yield "moved";
            }
            case "write" -> write(held.get(intention));
            default -> throw new IllegalArgumentException("unknown call: " + call[1]);
        };
    }

    private String lease(String intention) {
        IdempotencyKey key = Engines.key(intention);
        KeyedRequest request = new KeyedRequest(key, Engines.contents(intention), Optional.empty());
        Claim claim = engines.leases().lease(request, lease, false);
        held.put(intention, ((Claim.Acquired) claim).lease());
        return "leased";
    }

    /** Everything that an owner can do with a lease. */
    private String write(@Nullable Lease owned) {
        if (owned == null) {
            throw new IllegalStateException("nothing was leased");
        }
        LeaseStore store = engines.leases();
        Payload payload = new Payload(1, "zombie".getBytes(UTF_8));
        return "renew=" + store.renew(owned, lease)
                + " save=" + store.save(owned, payload)
                + " complete=" + store.complete(owned, payload, Retention.FOREVER)
                + " release=" + store.release(owned)
                + " abandon=" + store.abandon(owned);
    }
}
