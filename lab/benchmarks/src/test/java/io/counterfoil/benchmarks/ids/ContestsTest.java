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

/** Every benchmark is in a contest, and every contest's benchmarks exist. */
class ContestsTest {

    @Test
    void entries_areTheBenchmarks() {
        String here = Contest.class.getPackageName() + ".";
        Set<String> written = new HashSet<>();
        BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(one -> one.getUsername())
                .filter(name -> name.startsWith(here))
                .forEach(name -> written.add(name.substring(here.length())));

        List<String> entered = Contests.ALL.stream()
                .flatMap(Contest::entries)
                .map(Entry::benchmark)
                .toList();

        assertThat(entered).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(written);
    }
}
