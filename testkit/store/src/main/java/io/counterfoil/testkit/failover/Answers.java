package io.counterfoil.testkit.failover;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the clients of a load were answered, and how their attempts failed. Thread-safe. */
final class Answers {

    /** The answer "unknown outcome". */
    static final String UNKNOWN = "unknown outcome";

    private static final int DEEPEST_CAUSE = 6;

    private final Map<String, String> first = new ConcurrentHashMap<>();
    private final Set<String> twice = ConcurrentHashMap.newKeySet();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
    private final AtomicLong attempts = new AtomicLong();

    private long last;
    private long gap;

    /** Records an answer; true if it is the first one of its intention. */
    boolean answer(String intention, String answer, long nanoTime) {
        attempts.incrementAndGet();
        answeredAt(nanoTime);
        String before = first.putIfAbsent(intention, answer);
        if (before != null && !before.equals(answer)) {
            differ(intention, before, answer);
        }
        return before == null;
    }

    /** After a result "unknown outcome" is a legitimate answer, and the other way round after it has been settled. */
    private void differ(String intention, String before, String answer) {
        if (before.equals(UNKNOWN)) {
            first.replace(intention, UNKNOWN, answer);
        } else if (!answer.equals(UNKNOWN)) {
            twice.add("%s: %s, then %s".formatted(intention, before, answer));
        }
    }

    private synchronized void answeredAt(long nanoTime) {
        if (last != 0) {
            gap = Math.max(gap, nanoTime - last);
        }
        last = last == 0 ? nanoTime : Math.max(last, nanoTime);
    }

    /** Records an attempt that was not answered. */
    void failed(Throwable failure) {
        failed(chain(failure));
    }

    /** Records an attempt that was not answered, and why. */
    void failed(String why) {
        attempts.incrementAndGet();
        failures.computeIfAbsent(why, first -> new AtomicInteger()).incrementAndGet();
    }

    /** Records an intention that was given up. */
    void unanswered(String intention) {
        unanswered.add(intention);
    }

    /** The intentions that were answered, "unknown outcome" included. */
    List<String> answered() {
        return List.copyOf(first.keySet());
    }

    /**
     * The report.
     *
     * @param name what was under load
     * @param before the effects at the end of the load
     * @param after the effects after each answered intention was sent again
     */
    FailoverReport report(String name, Map<String, Integer> before, Map<String, Integer> after) {
        List<String> acknowledged = first.entrySet().stream()
                .filter(answer -> !answer.getValue().equals(UNKNOWN))
                .map(Map.Entry::getKey)
                .toList();
        List<String> lost = acknowledged.stream()
                .filter(intention -> !before.containsKey(intention) || before.get(intention) == 0)
                .sorted()
                .toList();
        List<String> doubled = after.entrySet().stream()
                .filter(effects -> effects.getValue() > 1)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        TreeMap<String, Integer> errors = new TreeMap<>();
        failures.forEach((why, count) -> errors.put(why, count.get()));
        return new FailoverReport(
                name,
                acknowledged.size(),
                first.size() - acknowledged.size(),
                lost,
                doubled,
                twice.stream().sorted().toList(),
                unanswered.stream().sorted().toList(),
                attempts.get(),
                Duration.ofNanos(longestGap()),
                errors);
    }

    private synchronized long longestGap() {
        return gap;
    }

    /** The types of a failure and its causes, with the state of an SQL error: what does not differ from one failure to the next. */
    private static String chain(Throwable failure) {
        List<String> names = new ArrayList<>();
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            String name = cause.getClass().getSimpleName();
            names.add(cause instanceof SQLException sql ? "%s %s".formatted(name, sql.getSQLState()) : name);
            cause = cause.getCause();
        }
        return String.join(" <- ", names);
    }
}
