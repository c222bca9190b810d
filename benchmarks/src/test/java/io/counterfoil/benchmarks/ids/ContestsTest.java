package io.counterfoil.benchmarks.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.ids.Contest.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark that was written is in a contest, and every contest's benchmarks were written. */
class ContestsTest {

    @Test
    void entries_areTheBenchmarks() {
        Set<String> written = new HashSet<>();
        BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .forEach(one -> written.add(one.getUsername()
                        .substring(Contest.class.getPackageName().length() + 1)));

        List<String> entered = Contests.ALL.stream()
                .flatMap(Contest::entries)
                .map(Entry::benchmark)
                .toList();

        assertThat(entered).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(written);
    }
}
