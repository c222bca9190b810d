package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.cli.Program;
import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.ledger.process.LedgerJvm;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.launch.OwnProgram;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.ReservedPort;
import io.counterfoil.testkit.soak.Depth;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(1200)
@Isolated("its clients log by the logging of the JVM, which an application that starts meanwhile sets anew")
class DemoTest {

    /**
     * Few, because each costs a start of the service, but with many clients: a kill can hit as many requests as are in progress, and five
     * kills with 28 clients hit as many as seventeen with eight. {@link KilledBetweenStepsTest} kills at each step.
     */
    private static final int KILLS = Depth.of("kills", 5);

    private static final int CLIENTS = 28;

    private static final int TRANSFERS = Depth.of("transfers", 200);

    /** Short, because most of what a kill can hit is in the first requests as much as in later ones. */
    private static final Duration LONGEST_LIFE = Duration.ofMillis(400);

    private static final long SEED = Depth.seed(DemoTest.class);

    @TempDir
    static Path directory;

    private static DemoLogs logs;
    private static OwnService service;
    private static Report undisturbed;

    @BeforeAll
    static void start() throws Exception {
        logs = DemoLogs.in(directory);
        List<String> settings = new ArrayList<>(logs.serviceSettings());
        // All clients have their requests in the database at once.
        settings.add("-Dspring.datasource.hikari.maximum-pool-size=" + CLIENTS);
        service = OwnService.start(LedgerJvm.archived(OwnProgram.command(Serve.class, settings)), DemoTest::prepare);
        // Always the same transfers, some of which are refused, whatever the order in which they arrive.
        undisturbed = run(new Demo(300, 8, 42), service.url(), Killer.harmless());
    }

    private static void prepare(Path data) {
        try {
            LedgerJvm.dataDirectory(data);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
        }
        logs.close();
    }

    @Test
    @Tag("RQ-13")
    @Tag("RC-1")
    @Tag("LG-3")
    void transfersOnABadNetwork_eachHappenOnce() {
        assertNothingLostOrDoubled(undisturbed);
        assertThat(undisturbed.audit().intentions()).isEqualTo(300);
        assertThat(undisturbed.audit().refused()).isPositive();
        assertThat(undisturbed.duplicates()).isPositive();
        assertThat(undisturbed.faults())
                .allSatisfy((kind, happened) ->
                        assertThat(happened > 0).as("%s happened", kind).isEqualTo(kind != Fault.Kind.NONE));
    }

    @Test
    @Tag("RQ-13")
    void serviceKilledAtRandomInstants_nothingIsLostOrDoubled() throws Exception {
        Killer killer = new Killer(service.victim(), KILLS, SEED, LONGEST_LIFE);

        Report report = run(new Demo(TRANSFERS, CLIENTS, SEED), service.url(), killer);

        Depth.report("kills", report.kills());
        Depth.report("intentions", report.audit().intentions());
        Depth.report("lost", report.audit().lost());
        Depth.report("doubled", report.audit().doubled());
        assertNothingLostOrDoubled(report);
        assertThat(report.kills()).isEqualTo(KILLS);
        assertThat(report.audit().intentions()).isGreaterThanOrEqualTo(TRANSFERS);
    }

    @Test
    @Tag("CO-3")
    @Tag("CO-11")
    void logsOfARun_showATransfersStory_overClientAndService() {
        String work = undisturbed.hardestWork().orElseThrow().value();

        StringWriter story = new StringWriter();
        int found = Program.commandLine()
                .setOut(new PrintWriter(story))
                .execute(
                        "story",
                        work,
                        directory.resolve("client.log").toString(),
                        directory.resolve("service.log").toString());

        assertThat(found).isZero();
        assertThat(story.toString())
                .contains(work, "client", "ledger", "Transfer ", " begins", " ends", "Attempt ended", ".1 ", ".2 ")
                // Under a key of the header or of the data, posted or refused: which one depends on chance.
                .containsPattern("  ledger  INFO   (Request executed|Transaction posted|.*balance)");
    }

    @Test
    void serviceThatKnowsNoKeys_isFoundToDouble() throws Exception {
        try (ForgetfulLedger service = ForgetfulLedger.thatKnowsNoKeys()) {
            Report report = run(new Demo(100, 4, 1), service.url(), Killer.harmless());

            assertThat(report.audit().doubled()).isPositive();
            assertThat(report.audit().balanceFound())
                    .isNotEqualTo(report.audit().balanceExpected());
            assertThat(report.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void serviceThatAnswersWithoutCommitting_isFoundToLose() throws Exception {
        try (ForgetfulLedger service = ForgetfulLedger.thatLosesEveryTenth()) {
            Report report = run(new Demo(100, 4, 1), service.url(), Killer.harmless());

            assertThat(report.audit().lost()).isPositive();
            assertThat(report.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void serviceThatIsNotThere_isOneLine() throws Exception {
        try (ReservedPort nobody = ReservedPort.any()) {
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> run(new Demo(1, 1, 1), nobody.uri(), Killer.harmless()))
                    .withMessage("http://127.0.0.1:%s does not answer: no connection", nobody.number());
        }
    }

    @Test
    void serviceThatIsNoLedger_isOneLine() throws Exception {
        try (ForgetfulLedger service = ForgetfulLedger.thatKnowsNoKeys()) {
            assertThatExceptionOfType(LaunchException.class)
                    .isThrownBy(() -> run(new Demo(1, 1, 1), service.url().resolve("/other"), Killer.harmless()))
                    .withMessageEndingWith(
                            "does not answer as a ledger: /other/v1/ledgers gave status 404 instead of 201");
        }
    }

    private static void assertNothingLostOrDoubled(Report report) {
        assertThat(report.unexplained()).isEmpty();
        assertThat(report.audit().lost()).isZero();
        assertThat(report.audit().doubled()).isZero();
        assertThat(report.audit().unexpected()).isZero();
        assertThat(report.audit().effects()).isEqualTo(report.audit().executed());
        assertThat(report.audit().balanceFound()).isEqualTo(report.audit().balanceExpected());
        assertThat(report.exitCode()).isZero();
    }

    private static Report run(Demo demo, URI service, Killer killer) throws InterruptedException {
        return demo.run(
                service,
                killer,
                () -> Progress.start(new PrintWriter(Writer.nullWriter()), false, demo.transfers(), killer));
    }
}
