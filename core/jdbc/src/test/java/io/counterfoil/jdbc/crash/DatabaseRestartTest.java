package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.testkit.database.RestartablePostgres;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A PostgreSQL crashes and recovers, while six clients of two services carry the same intentions out, each in an order of its
 * own: every time that one of some intentions is about to be recorded for the first time.
 */
@Tag("RQ-13")
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class DatabaseRestartTest {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration POOL_LIMIT = Duration.ofMillis(500);
    private static final int INTENTIONS = 150;
    private static final int SERVICES = 2;
    private static final int CLIENTS_OF_EACH = 3;

    /** One in a transaction, one under a lease, and one in a transaction again. */
    private static final List<String> FATAL = List.of(intention(40), intention(74), intention(110));

    /** While the server is down a try is short. */
    private static final int TRIES = 10_000;

    @Test
    void crashesOfTheDatabaseUnderLoad_loseAndDoubleNothing() throws Exception {
        try (RestartablePostgres server = RestartablePostgres.start()) {
            Site site = Site.with(
                    server.freshDatabase().reusing("test"),
                    TestPostgres.freshDatabase().reusing("test"));
            for (int i = 0; i < INTENTIONS; i++) {
                site.effects(Setting.inTurn(i)).createObject(intention(i));
            }
            Crasher crasher = new Crasher(server);
            try (HikariDataSource one = site.pool(CLIENTS_OF_EACH, POOL_LIMIT);
                    HikariDataSource other = site.pool(CLIENTS_OF_EACH, POOL_LIMIT)) {
                Retrying first = new Retrying(new Engines("first", site, one, LEASE, crasher), TRIES);
                Retrying second = new Retrying(new Engines("second", site, other, LEASE, crasher), TRIES);

                Map<String, Set<String>> answers = load(List.of(first, second));

                assertThat(crasher.crashes()).containsExactlyInAnyOrderElementsOf(FATAL);
                assertThat(first.failures() + second.failures())
                        .as("calls that failed")
                        .isGreaterThanOrEqualTo(FATAL.size());
                Audit audit = new Audit(site);
                TakeUp takeUp = new TakeUp(site, first, audit);
                for (int i = 0; i < INTENTIONS; i++) {
                    settle(takeUp, intention(i), Setting.inTurn(i), answers.getOrDefault(intention(i), Set.of()));
                }
                audit.print("%s crashes of the database".formatted(FATAL.size()));
                assertThat(audit.faults()).isEmpty();
            }
        }
    }

    /** Runs all clients; returns the answers that were given, by intention. */
    private static Map<String, Set<String>> load(List<Retrying> services) throws Exception {
        Map<String, Set<String>> answers = new ConcurrentHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(SERVICES * CLIENTS_OF_EACH);
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < SERVICES * CLIENTS_OF_EACH; i++) {
                Retrying service = services.get(i % SERVICES);
                List<Integer> order = order(i);
                clients.add(threads.submit(() -> {
                    for (int number : order) {
                        String outcome = service.execute(intention(number), Setting.inTurn(number));
                        if (!outcome.equals("UNKNOWN")) {
                            answers.computeIfAbsent(intention(number), key -> ConcurrentHashMap.newKeySet())
                                    .add(TakeUp.answer(outcome));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get(600, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        return answers;
    }

    private static void settle(TakeUp takeUp, String intention, Setting setting, Set<String> given)
            throws SQLException, InterruptedException {
        String answer = takeUp.settle(intention, setting, takeUp.heir().execute(intention, setting));
        Optional<String> before = given.stream().findFirst();
        if (given.size() > 1) {
            takeUp.audit().fault("%s %s was answered %s".formatted(setting, intention, given));
        }
        takeUp.audit().look(intention, setting, "under load", FATAL.size(), before, answer);
    }

    private static List<Integer> order(int seed) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < INTENTIONS; i++) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, new Random(seed));
        return numbers;
    }

    private static String intention(int number) {
        return "intention-" + number;
    }

    /** Lets the server crash when a fatal intention has had its effect for the first time. */
    private static final class Crasher implements Points {

        private final RestartablePostgres server;
        private final Set<String> crashes = ConcurrentHashMap.newKeySet();

        Crasher(RestartablePostgres server) {
            this.server = server;
        }

        Set<String> crashes() {
            return crashes;
        }

        @Override
        public void reached(String point, String intention) {
            if (point.equals(AFTER_EFFECT) && FATAL.contains(intention) && crashes.add(intention)) {
                synchronized (server) {
                    server.crashAndRestart();
                }
            }
        }
    }
}
