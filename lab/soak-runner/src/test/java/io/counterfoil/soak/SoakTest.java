package io.counterfoil.soak;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line over {@link Fixtures}. */
@Timeout(value = 10, unit = MINUTES)
class SoakTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private boolean terminal;

    private int soak(String commandLine) {
        out.getBuffer().setLength(0);
        Fixtures.OneModule module = new Fixtures.OneModule(home);
        CommandLine command = new SoakCommand(home, Fixtures.AREAS, module, module, terminal).commandLine();
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(commandLine.split(" "));
    }

    @Test
    void list_hasALineForEachArea() {
        assertThat(soak("--list")).isZero();

        assertThat(out.toString().lines())
                .hasSize(Fixtures.AREAS.size())
                .contains("passing      it is passing; counts kills, tries");
    }

    @Test
    void unknownArea_isRejected_withTheKnownAreas() {
        assertThat(soak("passing nowhere")).isEqualTo(2);

        assertThat(err.toString())
                .contains("unknown area nowhere; known areas: passing, once, seeded, ")
                .contains("./soak --help");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--minutes 0, --minutes must be at least 1",
        "--minutes -5, --minutes must be at least 1",
        "--minutes soon, Invalid value for option '--minutes'",
        "--rounds 0, --rounds must be at least 1",
        "--minutes 1 --rounds 1, --minutes and --rounds are mutually exclusive",
        "--kills 0, --kills must be at least 1",
        "--seed x, Invalid value for option '--seed'",
        "--no-such-option, Unknown option: '--no-such-option'"
    })
    void invalidOption_isRejected(String options, String message) {
        assertThat(soak("passing " + options)).isEqualTo(2);

        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void passingAreas_shareTheMinutes_andTheirFiguresAreAddedUp() {
        // Each round takes 25 s of the clock: two for the first half of 90 s, and two for the rest.
        assertThat(soak("passing seeded --minutes 1 --seed 100")).isZero();

        assertThat(out.toString())
                .contains("passing: round 1 with seed 100 passed; so far kills 7, tests 1")
                .contains("passing: round 2 with seed 101 passed; so far kills 14, tests 2")
                .containsPattern("passing +2 +0\\.8  passed   kills 14, tests 2\n")
                .containsPattern("seeded +1 +0\\.4  passed   tests 1\n")
                .doesNotContain("\r", "BROKEN", "round 3");
    }

    @Test
    void kills_replaceThoseOfTheSuites_andMultiplyTheirLimit() {
        assertThat(soak("passing hanging --rounds 1 --kills 15 --seed 6")).isEqualTo(1);

        assertThat(out.toString())
                .contains("passing: round 1 with seed 6 passed; so far kills 15, tests 1")
                .contains("BROKEN in hanging, round 1, seed 6", "module did not end within PT3S")
                .contains("repeat: ./soak hanging --rounds 1 --kills 15 --seed 6");
    }

    @Test
    void areaThatDoesNotRepeat_hasOneRound() {
        assertThat(soak("once --minutes 60")).isZero();

        assertThat(out.toString()).containsPattern("once +1 ");
    }

    @Test
    void failure_endsTheSoak_andThePrintedCommandRepeatsIt() throws Exception {
        assertThat(soak("once seeded properties --rounds 2 --seed 6")).isEqualTo(1);

        String first = out.toString();
        assertThat(first)
                .contains("BROKEN in seeded, round 2, seed 7")
                .contains("Fixtures$Seeded.seedIsNotSeven", "[the seed]")
                .containsPattern("once +1 +\\d+\\.\\d  passed ")
                .containsPattern("seeded +1 +\\d+\\.\\d  BROKEN ")
                .containsPattern("properties +0 +0\\.0  not run ");
        assertThat(Path.of(found("log: +(.+)"))).content().contains("seedIsNotSeven", "AssertionError");

        assertThat(soak(found("repeat: \\./soak (.+)"))).isEqualTo(1);

        assertThat(out.toString()).contains("BROKEN in seeded, round 1, seed 7", "Fixtures$Seeded.seedIsNotSeven");
    }

    @Test
    void missingTest_isBroken() throws Exception {
        assertThat(soak("missing --rounds 1")).isEqualTo(1);

        assertThat(out.toString()).contains("BROKEN in missing", "status 1");
        assertThat(Path.of(found("log: +(.+)"))).content().contains("test class not found", "NoSuchTest");
    }

    @Test
    void areaWithoutARunnableTest_isSkipped() {
        assertThat(soak("skipped --minutes 60")).isZero();

        assertThat(out.toString()).containsPattern("skipped +1 +0\\.4  skipped  skipped 1, tests 0\n");
    }

    @Test
    void properties_takeTheSeedOfTheRound_andMoreTries() {
        assertThat(soak("properties --rounds 1 --seed 3")).isZero();
        String third = found("(sum [\\d,]+, tests 1, tries 30)\n");
        assertThat(soak("properties --rounds 1 --seed 4")).isZero();
        String fourth = found("(sum [\\d,]+, tests 1, tries 30)\n");
        assertThat(soak("properties --rounds 1 --seed 3")).isZero();
        String thirdAgain = found("(sum [\\d,]+, tests 1, tries 30)\n");

        assertThat(thirdAgain).isEqualTo(third).isNotEqualTo(fourth);
    }

    @Test
    void hangingRound_isBroken_andItsJvmIsStopped() throws Exception {
        terminal = true;

        assertThat(soak("hanging --minutes 1 --seed 1")).isEqualTo(1);

        assertThat(out.toString())
                .contains("\r", "] ", " min left  hanging, round 1")
                .contains("BROKEN in hanging, round 1, seed 1", "module did not end within PT1S")
                .contains("repeat: ./soak hanging --rounds 1 --seed 1");
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void terminationByASignal_stopsTheTests_andPrintsTheTable() throws Exception {
        Path output = home.resolve("output");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        new Fixtures.OneModule(home).classPath("module"),
                        Fixtures.Program.class.getName(),
                        home.toString(),
                        "passing",
                        "waiting",
                        "--rounds",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Path report = home.resolve("lab/soak-runner/target/logs/waiting-module-0.report");
        Map<String, Long> figures =
                await().atMost(5, MINUTES).until(() -> Report.read(report), read -> read.containsKey("pid"));

        program.destroy();

        assertThat(program.waitFor(5, MINUTES)).isTrue();
        assertThat(ProcessHandle.of(figures.getOrDefault("pid", -1L))).isEmpty();
        assertThat(output)
                .content()
                .containsPattern("passing +1 +\\d+\\.\\d  passed ")
                .containsPattern("waiting +0 +\\d+\\.\\d  stopped ")
                .containsOnlyOnce("area ")
                .doesNotContain("BROKEN");
    }

    @Test
    void record_appendsASection_thenReplacesIt() throws Exception {
        Path page = Files.createDirectories(home.resolve("lab/notes")).resolve("soak.md");
        Files.writeString(page, "# Crash safety\n\nText.\n");

        assertThat(soak("passing --rounds 1 --seed 5 --record")).isZero();
        assertThat(page)
                .content()
                .startsWith("# Crash safety\n\nText.\n\n<!-- soak -->\n## Recorded soak\n")
                .contains("`./soak passing --rounds 1 --seed 5`, on 2026-02-03: JDK ")
                .contains("| passing | 1 | 0.4 | kills 7, tests 1 | passed |\n")
                .endsWith("<!-- end of soak -->\n");

        Files.writeString(page, Files.readString(page) + "\nMore.\n");
        assertThat(soak("passing --rounds 1 --seed 9 --record")).isZero();
        assertThat(page)
                .content()
                .startsWith("# Crash safety\n\nText.\n\n<!-- soak -->\n")
                .contains("`./soak passing --rounds 1 --seed 9`, on 2026-02-03: JDK ")
                .endsWith("<!-- end of soak -->\n\nMore.\n")
                .containsOnlyOnce("## Recorded soak");
    }

    private String found(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(out.toString());
        assertThat(matcher.find()).as("%s in %s", pattern, out).isTrue();
        return matcher.group(1);
    }
}
