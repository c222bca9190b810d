package io.counterfoil.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Areas of trivial tests. */
final class Fixtures {

    static final List<Area> AREAS = List.of(
            area("passing", true, Duration.ofMinutes(10), Passing.class),
            area("once", false, Duration.ofMinutes(10), Passing.class),
            area("seeded", true, Duration.ofMinutes(10), Seeded.class),
            area("skipped", true, Duration.ofMinutes(10), Skipped.class),
            area("properties", true, Duration.ofMinutes(10), Properties.class),
            area("hanging", true, Duration.ofSeconds(1), Hanging.class),
            area("waiting", true, Duration.ofMinutes(10), Hanging.class),
            new Area(
                    "missing",
                    "it names a missing test",
                    "nothing",
                    true,
                    Duration.ofMinutes(10),
                    List.of(Area.Suite.of("module", Map.of(), "io.counterfoil.soak", "NoSuchTest"))));

    private Fixtures() {}

    private static Area area(String name, boolean repeats, Duration limit, Class<?> test) {
        return new Area(
                name,
                "it is " + name,
                "kills, tries",
                repeats,
                limit,
                List.of(new Area.Suite("module", Map.of("kills", 7, "tries", 3), List.of(test.getName()))));
    }

    static class Passing {
        @Test
        void passes() {
            Report.add("kills", Integer.getInteger("soak.kills"));
        }
    }

    static class Seeded {
        @Test
        void seedIsNotSeven() {
            assertThat(Long.getLong("test.seed")).as("the seed").isNotEqualTo(7);
        }
    }

    static class Skipped {
        @Test
        void needsTapeDrive() {
            assumeTrue(false, "this machine has no tape drive");
        }
    }

    static class Properties {
        @Property(tries = 10)
        void sum(@ForAll @IntRange(min = 1, max = 1_000_000) int drawn) {
            Report.add("sum", drawn);
        }
    }

    static class Hanging {
        @Test
        void hangs() throws InterruptedException {
            Report.add("pid", ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }
    }

    /** The command over these areas, as a process. */
    static final class Program {

        private Program() {}

        public static void main(String[] args) {
            Path home = Path.of(args[0]);
            System.exit(new SoakCommand(home, AREAS, new OneModule(home), Clock.systemUTC(), false)
                    .commandLine()
                    .execute(Stream.of(args).skip(1).toArray(String[]::new)));
        }
    }

    /** The class path of this test, and a clock that advances 25 seconds per round. */
    static final class OneModule extends Clock implements Modules {

        private final Path home;
        private Instant now = Instant.parse("2026-02-03T04:05:06Z");

        OneModule(Path home) {
            this.home = home;
        }

        @Override
        public void build(Set<String> modules, PrintWriter out) {
            assertThat(modules).containsExactly("module");
        }

        @Override
        public Path directory(String module) {
            return home;
        }

        @Override
        public String classPath(String module) {
            now = now.plusSeconds(25);
            return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        }

        /** Options for a short run. */
        @Override
        public List<String> jvmOptions() {
            return List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto");
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
