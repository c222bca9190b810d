package io.counterfoil.soak;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tests that prove one promise, in one or several modules.
 *
 * @param name how the command line names it
 * @param proves the promise, as a sentence
 * @param counts the figures that its tests report
 * @param repeats whether another round tries anything else; one that does not has one round, whatever its time
 * @param limit how long the tests of one module may take in one round; after that the round counts as broken
 * @param suites its tests, one suite for each JVM of a round
 */
record Area(String name, String proves, String counts, boolean repeats, Duration limit, List<Suite> suites) {

    Area {
        suites = List.copyOf(suites);
    }

    /** The modules whose tests it runs. */
    static TreeSet<String> modules(List<Area> areas) {
        TreeSet<String> modules = new TreeSet<>();
        areas.forEach(area -> area.suites.forEach(suite -> modules.add(suite.module)));
        return modules;
    }

    /**
     * Test classes that run in one JVM.
     *
     * @param module the directory of their module, from the root of the repository
     * @param depths the system properties {@code soak.<name>} of their JVM
     * @param tests their full names
     */
    record Suite(String module, Map<String, Integer> depths, List<String> tests) {

        Suite {
            depths = Map.copyOf(depths);
            tests = List.copyOf(tests);
        }

        /** Test classes of one package. */
        static Suite of(String module, Map<String, Integer> depths, String packageName, String... tests) {
            return new Suite(
                    module,
                    depths,
                    List.of(tests).stream()
                            .map(test -> packageName + '.' + test)
                            .toList());
        }
    }
}
