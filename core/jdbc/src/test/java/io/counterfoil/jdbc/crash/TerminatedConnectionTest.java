package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server terminates all connections of a pool when an intention has reached a point, for each point of the protocol. The
 * client asks again until it has its answer.
 */
@Tag("RQ-13")
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class TerminatedConnectionTest {

    private static final Duration LEASE = Duration.ofMillis(200);

    /** More than there are dead connections in the pool. */
    private static final int TRIES = 20;

    @ParameterizedTest
    @EnumSource(Product.class)
    void connection_terminatedAtAnyPoint_losesAndDuplicatesNothing(Product product) throws Exception {
        Site site = Site.fresh(product);
        Audit audit = new Audit(site);
        try (HikariDataSource pool = site.pool(4, Duration.ofMinutes(3))) {
            Terminator terminator = new Terminator(site);
            Retrying client = new Retrying(new Engines("worker", site, pool, LEASE, terminator), TRIES);
            TakeUp takeUp = new TakeUp(site, client, audit);
            List<Struck> struck = new ArrayList<>();
            for (Crashes.Point point : Crashes.POINTS) {
                for (Setting setting : point.settings()) {
                    String intention = (point.name() + "-" + setting).toLowerCase(Locale.ROOT);
                    site.effects(setting).createObject(intention);
                    if (point.name().endsWith("_TAKE_OVER")) {
                        client.executeTo("AFTER_ABANDON", intention, setting);
                    }
                    terminator.arm(point.name(), intention);

                    Optional<String> before = client.executeTo(point.name(), intention, setting);

                    terminator.awaitStrike();
                    if (point.name().equals("AFTER_TAKE_OVER")) {
                        // The operator's lease is long.
                        site.endLeases(intention);
                    }
                    struck.add(new Struck(intention, setting, point, before));
                    // The next call gets through the dead connections of the pool.
                    assertThat(client.execute("after-" + intention, Setting.TRANSACTIONAL))
                            .startsWith("EXECUTED ");
                }
            }
            // Their leases have run out meanwhile, together.
            for (Struck one : struck) {
                String outcome = client.execute(one.intention, one.setting);
                String answer = takeUp.settle(one.intention, one.setting, outcome);
                audit.look(one.intention, one.setting, one.point.name(), 1, one.before, answer);
            }
            assertThat(client.failures()).as("calls that failed").isPositive();
            awaitAllGivenBack(pool);
        }
        audit.print("connections terminated on " + product);
        assertThat(audit.faults()).isEmpty();
    }

    /** Duplicates may still be counted in the background. */
    private static void awaitAllGivenBack(HikariDataSource pool) {
        await("all connections given back")
                .atMost(TestThreads.LIMIT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
    }

    /** An intention whose connections were terminated, and the answer that was given all the same, where one was. */
    private record Struck(String intention, Setting setting, Crashes.Point point, Optional<String> before) {}

    /** Strikes once, when its intention has reached its point. */
    private static final class Terminator implements Points {

        private final Site site;
        private volatile Target target = new Target("", "");

        Terminator(Site site) {
            this.site = site;
        }

        void arm(String point, String intention) {
            target = new Target(point, intention);
        }

        @Override
        public void reached(String point, String intention) {
            Target aimed = target;
            if (!intention.equals(aimed.intention)) {
                return;
            }
            if (point.equals(aimed.point) && aimed.armed.compareAndSet(true, false)) {
                terminate(aimed);
            } else if (point.equals(AFTER_EFFECT) && aimed.point.endsWith("_RENEW")) {
                // The lease is renewed only while the work runs: it runs until then.
                awaitStrike();
            }
        }

        private void terminate(Target aimed) {
            try {
                site.terminateConnections();
            } catch (SQLException refused) {
                throw new IllegalStateException("the connections could not be terminated", refused);
            }
            aimed.struck.countDown();
        }

        void awaitStrike() {
            try {
                TestThreads.await(target.struck);
            } catch (InterruptedException | TimeoutException failure) {
                throw new IllegalStateException(target.intention + " was not struck", failure);
            }
        }

        private record Target(String point, String intention, AtomicBoolean armed, CountDownLatch struck) {

            Target(String point, String intention) {
                this(point, intention, new AtomicBoolean(true), new CountDownLatch(1));
            }
        }
    }
}
