package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.process.ChildJvm;
import io.counterfoil.testkit.soak.Depth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes over one database or cluster; whichever works is killed, and a new one started in its place. {@code -Dsoak.kills=50} kills so many.
 */
@Tag("RF-8")
abstract class KilledProcessContract {

    private static final int KILLS = Depth.of("kills", 3);

    private static final int MOST_STEPS_BETWEEN_KILLS = 40;

    private final List<ChildJvm> started = new ArrayList<>();

    /** Which process has made each. */
    private final BlockingQueue<Integer> steps = new LinkedBlockingQueue<>();

    /** Tables, and {@code item}. */
    abstract Site site();

    /** Where processes find them, in turn. */
    abstract List<Database> nodes();

    /** What else happens when a process was killed. */
    void disturb(int killed) {}

    @AfterEach
    void killAll() {
        started.forEach(ChildJvm::close);
    }

    @Test
    void workWhoseProcessesAreKilled_goesOn_andAppliesEachItemOnce() throws Exception {
        Site site = site();
        // Empty until the last kill has come: the work goes on as long as that takes.
        site.execute("CREATE TABLE enough (enough boolean)");
        site.distribute("enough", "NULL");
        Random random = new Random(Depth.seed(getClass()));
        try (Operations watching = site.builder().build()) {
            Operation submitted = site.submit(watching, NewOperation.of(Site.ACME, "items", ReferenceId.next()));
            start();
            start();
            for (int killed = 0; killed < KILLS; killed++) {
                Integer working = afterSteps(1 + random.nextInt(MOST_STEPS_BETWEEN_KILLS));
                started.get(working).kill();
                disturb(killed);
                steps.removeIf(working::equals);
                start();
            }
            afterSteps(MOST_STEPS_BETWEEN_KILLS);
            site.execute("INSERT INTO enough VALUES (true)");
            Operation last = Site.end(watching, submitted);

            Depth.report("kills", KILLS);
            assertThat(last.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(last.result()).hasValue("{\"applied\":" + last.done() + "}");
            assertThat(site.applied(last)).isEqualTo(last.done() + " of " + last.done());
            assertThat(site.number("SELECT max(number) FROM item")).isEqualTo(last.done() - 1);
        }
    }

    /** Who has made the last of so many steps. */
    private Integer afterSteps(int count) throws InterruptedException {
        for (int step = 1; step < count; step++) {
            nextStep();
        }
        return nextStep();
    }

    private Integer nextStep() throws InterruptedException {
        return Optional.ofNullable(steps.poll(5, TimeUnit.MINUTES))
                .orElseThrow(() -> new AssertionError("nobody goes on"));
    }

    private void start() throws IOException {
        Database database = nodes().get(started.size() % nodes().size());
        int number = started.size();
        started.add(ChildJvm.start(
                KilledMain.class, List.of(database.jdbcUrl(), database.user(), database.password()), line -> {
                    if (line.startsWith("to ")) {
                        steps.add(number);
                    }
                }));
    }
}
