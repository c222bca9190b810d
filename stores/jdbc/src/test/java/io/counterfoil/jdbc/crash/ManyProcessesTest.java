package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four processes with eight threads each carry the same intentions out at the same time. */
@Tag("RQ-12")
@Tag("RQ-13")
@Timeout(600)
class ManyProcessesTest {

    private static final int PROCESSES = 4;
    private static final int KEYS = 40;
    private static final Duration LONG_LEASE = Duration.ofMinutes(10);

    private final List<Worker> workers = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @AfterEach
    void killAll() throws InterruptedException {
        for (Worker worker : workers) {
            worker.kill();
        }
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void oneKey_hasOneWinnerAmongAllProcesses_andAllAnswerAlike(Product product) throws Exception {
        Site site = start(product);
        for (Setting setting : Setting.values()) {
            String intention = "one-" + setting;
            site.effects(setting).createObject(intention);
            List<Integer> calls = new ArrayList<>();
            for (int i = 0; i < PROCESSES * 3; i++) {
                calls.add(worker(i).execute(intention, setting));
            }
            assertOneWinner(site, intention, setting, calls, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void manyKeys_haveOneWinnerEach_andAllAnswerAlike(Product product) throws Exception {
        Site site = start(product);
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
            assertOneWinner(site, "key-" + key, Setting.inTurn(key), calls.get(key), key);
        }
    }

    private void assertOneWinner(Site site, String intention, Setting setting, List<Integer> calls, int first)
            throws Exception {
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

    private Site start(Product product) throws IOException, InterruptedException, SQLException {
        Site site = Site.fresh(product);
        for (int i = 0; i < PROCESSES; i++) {
            workers.add(Worker.start(directory, "process" + i, site, LONG_LEASE));
        }
        for (Worker worker : workers) {
            worker.done(0);
        }
        return site;
    }

    private Worker worker(int number) {
        return workers.get(number % PROCESSES);
    }
}
