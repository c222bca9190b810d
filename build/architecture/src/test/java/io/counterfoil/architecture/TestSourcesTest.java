package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.packed.ReactorModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing in the tests, and in what they start, depends on the speed of the machine, on its number of processors, on its JDK or on chance: as
 * far as a program can see that in the sources. And the name of a test is short enough for a report.
 */
class TestSourcesTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** Where a rule does not hold, and why. */
    private static final Set<SourceRules.Excused> EXCEPTIONS = Set.of(
            clock("MakesIds", "ids are compared with the clock that they are made from"),
            clock("JdbcJournalTest", "a lease of 300 days, within a day"),
            clock("Link", "the rest of a response is read for a limited time"),
            clock("MachineIdLeasesContract", "an argument"),
            clock("OutboxRelayTest", "pauses are at least so long, and a slow machine makes them longer"),
            clock("RabbitConsumerTest", "pauses are at least so long, and a slow machine makes them longer"),
            pool("DeliveryContract", "occupies all of it on purpose"),
            pool("SpringKafkaDeliveryTest", "occupies all of it on purpose"));

    private static SourceRules.Excused clock(String file, String reason) {
        return new SourceRules.Excused(file, "compares with the clock", reason);
    }

    private static SourceRules.Excused pool(String file, String reason) {
        return new SourceRules.Excused(file, "uses the common pool", reason);
    }

    @TempDir
    private Path directory;

    @Test
    void tests_keepTheRules() {
        List<String> broken = SourceRules.brokenIn(ROOT, EXCEPTIONS);

        assertThat(broken).isEmpty();
    }

    /** Else they would be reported as skipped on the older JDK, and run on none. */
    @Test
    void modulesWithTestsOfANewerJdk_haveThemRunOnOne() throws IOException {
        List<String> tagged = new ArrayList<>();
        List<String> run = new ArrayList<>();
        for (String module : ReactorModules.of(ROOT)) {
            if (SourceRules.sources(ROOT.resolve(module).resolve("src")).stream()
                    .anyMatch(file -> SourceRules.read(file).contains("@Tag(\"jdk21\")"))) {
                tagged.add(module);
            }
            if (Files.readString(ROOT.resolve(module).resolve("pom.xml"))
                    .contains("<newest.jdk.skip>false</newest.jdk.skip>")) {
                run.add(module);
            }
        }
        tagged.removeIf(module -> module.equals("build/architecture") || module.startsWith("testkit/"));

        assertThat(run).containsAll(tagged).contains("core/servlet");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Thread.sleep(10);                                       | sleeps
            TimeUnit.SECONDS.sleep(1);                              | sleeps
            LockSupport.parkNanos(5);                               | sleeps
            CompletableFuture.runAsync(this::go);                   | uses the common pool
            future.handleAsync((done, failed) -> done);             | uses the common pool
            one.thenCombineAsync(other, this::merge);               | uses the common pool
            ForkJoinPool.commonPool();                              | uses the common pool
            list.parallelStream();                                  | uses the common pool
            long begin = System.nanoTime();                         | compares with the clock
            long now = System.currentTimeMillis();                  | compares with the clock
            Assertions.assertTimeout(limit, this::go);              | limits by seconds
            var random = new Random();                              | draws without a seed
            int drawn = ThreadLocalRandom.current().nextInt();      | draws without a seed
            try (var s = new ServerSocket(0)) { return s.getLocalPort(); } | finds a port
            assertThat(text).doesNotContain("4111");                | looks for digits
            class A { @Test void duplicate_ofAnExecutedRequest_isAnsweredFromTheStoredResponse() {} } | has a long name
            """)
    void eachRule_findsWhatBreaksIt(String statement, String rule) throws IOException {
        assertThat(brokenBy("class ATest { void test() { %s } }".formatted(statement)))
                .containsExactly(rule);
    }

    @Test
    void annotations_areFound() throws IOException {
        assertThat(brokenBy("class ATest { @RepeatedTest(3) void test() {} @Timeout(30) void other() {} }"))
                .containsExactly("repeats", "limits by seconds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Test",
                "@ParameterizedTest",
                "@TestFactory",
                "@TestTemplate",
                "@Property(tries = 5)",
                "@net.jqwik.api.Example"
            })
    void testName_over60Characters_isFound(String annotation) throws IOException {
        String longest = "n".repeat(60);

        assertThat(brokenBy("class ATest { %s void %s() {} }".formatted(annotation, longest)))
                .isEmpty();
        assertThat(brokenBy("class ATest { %s void %sn() {} }".formatted(annotation, longest)))
                .containsExactly("has a long name");
    }

    @Test
    void otherName_over60Characters_isFine() throws IOException {
        assertThat(brokenBy("class ATest { void %s() {} }".formatted("n".repeat(61))))
                .isEmpty();
    }

    @Test
    void executors_seedsAndMinutes_areFine() throws IOException {
        assertThat(brokenBy("""
                @Timeout(300)
                class ATest {
                    void test() {
                        CompletableFuture.runAsync(this::go, threads);
                        one.thenCombineAsync(other, this::merge, threads);
                        var random = new Random(seed);
                        assertThat(text).doesNotContain("secret-4111");
                    }
                }
                """)).isEmpty();
    }

    private List<String> brokenBy(String source) throws IOException {
        return SourceRules.brokenBy(Files.writeString(directory.resolve("ATest.java"), source));
    }
}
