package io.counterfoil.soak;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tests that prove one promise, in one or several modules.
 *
 * @param name the name on the command line
 * @param proves the promise, as a sentence
 * @param counts the figures that the tests report
 * @param repeats whether further rounds test something new; if not, the area has one round, regardless of its time
 * @param limit the maximum time of the tests of one module in one round; a longer round fails
 * @param suites the tests, one suite per JVM of a round
 */
record Area(String name, String proves, String counts, boolean repeats, Duration limit, List<Suite> suites) {

    Area {
        suites = List.copyOf(suites);
    }

    /** The modules whose tests these areas run. */
    static TreeSet<String> modules(List<Area> areas) {
        TreeSet<String> modules = new TreeSet<>();
        areas.forEach(area -> area.suites.forEach(suite -> modules.add(suite.module)));
        return modules;
    }

    /**
     * Test classes that run in one JVM.
     *
     * @param module the directory of their module, relative to the root of the repository
     * @param depths the system properties {@code soak.<name>} of the JVM
     * @param tests their fully qualified names
     */
    record Suite(String module, Map<String, Integer> depths, List<String> tests) {

        Suite {
            depths = Map.copyOf(depths);
            tests = List.copyOf(tests);
        }

        /** Creates a suite of test classes of one package. */
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
