package io.counterfoil.soak;

import java.time.Duration;
import java.util.HashMap;
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

    private static final String KILLS = "kills";

    Area {
        suites = List.copyOf(suites);
    }

    /** The same with this many kills in each suite that kills, and with as much more time. */
    Area withKills(int kills) {
        List<Suite> killing =
                suites.stream().map(suite -> suite.withKills(kills)).toList();
        int longer = suites.stream()
                .mapToInt(suite -> (kills - 1) / suite.depths.getOrDefault(KILLS, kills) + 1)
                .max()
                .orElse(1);
        return new Area(name, proves, counts, repeats, limit.multipliedBy(longer), killing);
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

        private Suite withKills(int kills) {
            Map<String, Integer> more = new HashMap<>(depths);
            more.computeIfPresent(KILLS, (name, own) -> kills);
            return new Suite(module, more, tests);
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
