package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Four processes with eight threads each carry the same intentions out at the same time. */
@Tag("RQ-12")
@Tag("RQ-13")
@Timeout(600)
@ParameterizedClass
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnumSource(Product.class)
class ManyProcessesTest {

    private static final int PROCESSES = 4;
    private static final int KEYS = 40;
    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private static Path directory;

    private final List<Worker> workers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Set before any test.
    private Site site;

    @Parameter
    private Product product = Product.POSTGRESQL;

    @BeforeParameterizedClassInvocation
    void start() throws Exception {
        site = Site.fresh(product);
        for (int i = 0; i < PROCESSES; i++) {
            workers.add(Worker.start(directory, product + "-" + i, site, LONG_LEASE));
        }
        for (Worker worker : workers) {
            worker.done(0);
        }
    }

    @AfterParameterizedClassInvocation
    void killAll() throws InterruptedException {
        for (Worker worker : workers) {
            worker.kill();
        }
        workers.clear();
    }

    @Test
    void oneKey_hasOneWinnerAmongAllProcesses_andAllAnswerAlike() throws Exception {
        for (Setting setting : Setting.values()) {
            String intention = "one-" + setting;
            site.effects(setting).createObject(intention);
            List<Integer> calls = new ArrayList<>();
            for (int i = 0; i < PROCESSES * 3; i++) {
                calls.add(worker(i).execute(intention, setting));
            }
            assertOneWinner(intention, setting, calls, 0);
        }
    }

    @Test
    void manyKeys_haveOneWinnerEach_andAllAnswerAlike() throws Exception {
        List<List<Integer>> calls = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            site.effects(Setting.inTurn(key)).createObject("key-" + key);
        }
        for (int key = 0; key < KEYS; key++) {
            List<Integer> ofThisKey = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                ofThisKey.add(worker(key + i).execute("key-" + key, Setting.inTurn(key)));
            }
            calls.add(ofThisKey);
        }

        for (int key = 0; key < KEYS; key++) {
            assertOneWinner("key-" + key, Setting.inTurn(key), calls.get(key), key);
        }
    }

    private void assertOneWinner(String intention, Setting setting, List<Integer> calls, int first) throws Exception {
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            outcomes.add(worker(first + i).done(calls.get(i)));
        }
        Effects effects = site.effects(setting);
        List<String> seen = setting == Setting.FENCED ? effects.standing(intention) : effects.of(intention);
        assertThat(seen).as("effects of %s, %s", intention, outcomes).hasSize(1);
        assertThat(outcomes).as(intention).containsOnlyOnce("EXECUTED " + seen.get(0));
        assertThat(outcomes).as(intention).containsOnly("EXECUTED " + seen.get(0), "REPLAYED " + seen.get(0));
        assertThat(effects.preparations(intention))
                .as("preparations of %s", intention)
                .isEqualTo(1);
        assertThat(site.records(intention)).as("records of %s", intention).isEqualTo(1);
    }

    private Worker worker(int number) {
        return workers.get(number % PROCESSES);
    }
}
