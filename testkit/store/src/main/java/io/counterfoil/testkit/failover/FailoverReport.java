package io.counterfoil.testkit.failover;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the audit of a {@link FailoverLoad} found.
 *
 * @param name the {@link LoadMode}, or the name of another target
 * @param acknowledged how many intentions were answered with a result
 * @param unknown how many were answered with "unknown outcome" alone
 * @param lost acknowledged intentions whose effect was missing at the end of the load
 * @param doubled intentions with more than one effect, after each was sent again
 * @param answeredTwice intentions that were answered with two different results, and both
 * @param unanswered intentions that were not answered in time
 * @param attempts how many attempts were made
 * @param longestGap the longest time without an answer to any thread
 * @param errors what the callers saw in the other attempts, and how often: exceptions with their causes, or the reason of a rejection
 */
public record FailoverReport(
        String name,
        int acknowledged,
        int unknown,
        List<String> lost,
        List<String> doubled,
        List<String> answeredTwice,
        List<String> unanswered,
        long attempts,
        Duration longestGap,
        Map<String, Integer> errors) {

    private static final int EXAMPLES = 5;

    /**
     * Copies the collections.
     *
     * @param name for people
     * @param acknowledged not negative
     * @param unknown not negative
     * @param lost may be empty
     * @param doubled may be empty
     * @param answeredTwice may be empty
     * @param unanswered may be empty
     * @param attempts not negative
     * @param longestGap not negative
     * @param errors may be empty
     */
    public FailoverReport {
        lost = List.copyOf(lost);
        doubled = List.copyOf(doubled);
        answeredTwice = List.copyOf(answeredTwice);
        unanswered = List.copyOf(unanswered);
        errors = Map.copyOf(errors);
    }

    /** {@return what broke the promise, with examples; empty if it was kept} */
    public List<String> faults() {
        return List.of(
                        fault("lost", lost),
                        fault("doubled", doubled),
                        fault("answered twice", answeredTwice),
                        fault("not answered", unanswered))
                .stream()
                .filter(fault -> !fault.isEmpty())
                .toList();
    }

    private static String fault(String name, List<String> intentions) {
        return intentions.isEmpty()
                ? ""
                : "%s %s, among them %s"
                        .formatted(
                                intentions.size(),
                                name,
                                intentions.stream().limit(EXAMPLES).toList());
    }

    /** The figures in one line, and a line for each kind of error, the most frequent first. */
    @Override
    public String toString() {
        return String.format(
                        Locale.ROOT,
                        "%s: acknowledged %,d, unknown %,d, lost %,d, doubled %,d, answered twice %,d, unanswered %,d, attempts %,d, longest gap %.1f s",
                        name,
                        acknowledged,
                        unknown,
                        lost.size(),
                        doubled.size(),
                        answeredTwice.size(),
                        unanswered.size(),
                        attempts,
                        longestGap.toMillis() / 1000.0)
                + errors.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .map(error -> String.format(Locale.ROOT, "%n  %,d × %s", error.getValue(), error.getKey()))
                        .collect(Collectors.joining());
    }
}
