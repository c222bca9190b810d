package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four processes with eight threads each carry the same intentions out at the same time. */
@Tag("RQ-12")
@Tag("RQ-13")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class ManyProcessesTest {

    private static final int PROCESSES = 4;
    private static final int KEYS = 40;
    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    private static final Sites SITES = new Sites();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private static Path directory;

    private static final List<Worker> WORKERS = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // begin() sets it.
    private Site site;

    @BeforeAll
    static void start() throws Exception {
        Site first = SITES.on(Product.POSTGRESQL);
        for (int i = 0; i < PROCESSES; i++) {
            WORKERS.add(Worker.start(directory, "worker-" + i, first, LONG_LEASE));
        }
        for (Worker worker : WORKERS) {
            worker.done(0);
        }
    }

    private void begin(Product product) throws Exception {
        site = SITES.on(product);
        for (Worker worker : WORKERS) {
            worker.moveTo(site);
        }
    }

    @AfterAll
    static void killAll() throws InterruptedException {
        for (Worker worker : WORKERS) {
            worker.kill();
        }
        WORKERS.clear();
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void oneKey_hasOneWinnerAmongAllProcesses_andAllAnswerAlike(Product product) throws Exception {
        begin(product);
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

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.SAME_THREAD)
    void manyKeys_haveOneWinnerEach_andAllAnswerAlike(Product product) throws Exception {
        begin(product);
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
        return WORKERS.get(number % PROCESSES);
    }
}
