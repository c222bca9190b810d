package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two real processes, on one clock and on two that differ, whose ids are merged. */
@Tag("TI-7")
@Timeout(600)
class MergeOfProcessesTest {

    @Prefix("merged")
    record MergedId(UUID value) implements TypedId<MergedId> {}

    record Made(int process, long before, MergedId id, long after) {}

    @TempDir
    Path directory;

    @Test
    void idsOfTwoProcesses_mergeInTheOrderOfTheirMaking() throws Exception {
        assertThat(furthestOutOfOrder(merged(0))).isZero();
    }

    @Test
    void idsOfTwoProcesses_areOutOfOrderByAtMostTheClockDifference() throws Exception {
        assertThat(furthestOutOfOrder(merged(5))).isBetween(0L, 5L);
    }

    /** By how many milliseconds at most an id was done before one that stands in front of it was begun. */
    private static long furthestOutOfOrder(List<Made> merged) {
        long furthest = 0;
        long latestBefore = 0;
        for (Made made : merged) {
            furthest = Math.max(furthest, latestBefore - made.after());
            latestBefore = Math.max(latestBefore, made.before());
        }
        return furthest;
    }

    /** Ids of two processes, in the order of their texts; the clock of the second is ahead by so many milliseconds. */
    private List<Made> merged(long ahead) throws Exception {
        List<Process> processes = List.of(start(0, 0), start(1, ahead));
        try {
            for (String said : List.of("ready", "begun")) {
                for (Process process : processes) {
                    assertThat(process.inputReader().readLine()).isEqualTo(said);
                }
                for (Process process : processes) {
                    process.getOutputStream().write('\n');
                    process.getOutputStream().flush();
                }
            }
            for (Process process : processes) {
                assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }

        List<Made> merged = new ArrayList<>(read(0));
        merged.addAll(read(1));
        merged.sort(Comparator.comparing(made -> made.id().text()));

        Set<UUID> distinct = new HashSet<>();
        int changes = 0;
        int last = -1;
        for (Made made : merged) {
            changes += made.process() != last ? 1 : 0;
            last = made.process();
            distinct.add(made.id().value());
        }
        assertThat(distinct).hasSameSizeAs(merged);
        assertThat(changes).as("the processes ran side by side").isGreaterThan(2);
        return merged;
    }

    private Process start(int number, long ahead) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        MakesIds.class.getName(),
                        directory.resolve(String.valueOf(number)).toString(),
                        String.valueOf(ahead))
                .redirectErrorStream(true)
                .start();
    }

    private List<Made> read(int process) throws IOException {
        List<Made> made = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve(String.valueOf(process)))) {
            String[] parts = line.split(" ", -1);
            made.add(new Made(
                    process,
                    Long.parseLong(parts[0]),
                    IdType.of(MergedId.class).of(UUID.fromString(parts[1])),
                    Long.parseLong(parts[2])));
        }
        return made;
    }
}
