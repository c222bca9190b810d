package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server terminates all connections of a pool when an intention has reached a point, for each point of the protocol. The
 * client asks again until it has its answer.
 */
@Tag("RQ-13")
@Timeout(900)
class TerminatedConnectionTest {

    private static final Duration LEASE = Duration.ofMillis(200);

    /** More than there are dead connections in the pool. */
    private static final int TRIES = 20;

    @ParameterizedTest
    @EnumSource(Product.class)
    void connectionsTerminatedAtAnyPoint_loseAndDoubleNothing_andTheNextCallsAnswer(Product product) throws Exception {
        Site site = Site.fresh(product);
        Audit audit = new Audit(site);
        try (HikariDataSource pool = site.pool(4, Duration.ofSeconds(30))) {
            Terminator terminator = new Terminator(site);
            Retrying client = new Retrying(new Engines("worker", site, pool, LEASE, terminator), TRIES);
            TakeUp takeUp = new TakeUp(site, client, audit);
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
                    String answer = takeUp.settle(intention, setting, client.execute(intention, setting));
                    audit.look(intention, setting, point.name(), 1, before, answer);
                }
            }
            assertThat(client.failures()).as("calls that failed").isPositive();
            awaitAllGivenBack(pool);
        }
        audit.print("connections terminated on " + product);
        assertThat(audit.faults()).isEmpty();
    }

    /** Duplicates may still be counted in the background. */
    private static void awaitAllGivenBack(HikariDataSource pool) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (pool.getHikariPoolMXBean().getActiveConnections() > 0) {
            assertThat(System.nanoTime() - deadline)
                    .as("waited for all connections to be given back")
                    .isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

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
                assertThat(target.struck.await(120, TimeUnit.SECONDS))
                        .as("%s was struck", target.intention)
                        .isTrue();
            } catch (InterruptedException interruption) {
                throw new IllegalStateException("interrupted while a strike was awaited", interruption);
            }
        }

        private record Target(String point, String intention, AtomicBoolean armed, CountDownLatch struck) {

            Target(String point, String intention) {
                this(point, intention, new AtomicBoolean(true), new CountDownLatch(1));
            }
        }
    }
}
