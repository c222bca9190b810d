package io.counterfoil.story;

import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Attempt.Result;
import io.counterfoil.story.model.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Finds the attempt whose result a later one was answered with, where no line names it: one without an answer or an end, which was the first
 * to be processed, or the only one.
 */
final class LostResponses {

    private LostResponses() {}

    /** The attempts, of which one more is executed if another was answered with its result. */
    static List<Attempt> found(List<Attempt> attempts, NavigableMap<String, Span> times) {
        int replay = 0;
        while (replay < attempts.size() && attempts.get(replay).result() != Result.REPLAYED) {
            replay++;
        }
        if (replay == attempts.size()
                || attempts.get(replay).replayOf().isPresent()
                || attempts.stream().anyMatch(attempt -> attempt.result() == Result.EXECUTED)) {
            return attempts;
        }
        Optional<Attempt> original = original(attempts.subList(0, replay), times);
        List<Attempt> found = new ArrayList<>(attempts);
        Optional<String> status = attempts.get(replay).status();
        original.ifPresent(one -> found.set(attempts.indexOf(one), executed(one, status)));
        return found;
    }

    private static Optional<Attempt> original(List<Attempt> earlier, NavigableMap<String, Span> times) {
        List<Attempt> open = earlier.stream().filter(Attempt::isOpen).toList();
        return open.stream()
                .filter(attempt -> processed(attempt, times).isPresent())
                .min(Comparator.comparing(attempt -> processed(attempt, times).orElse(Instant.MAX)))
                .or(() -> open.size() == 1 ? Optional.of(open.get(0)) : Optional.empty());
    }

    /** When the first line under an extension of the attempt's ID was logged. */
    private static Optional<Instant> processed(Attempt attempt, NavigableMap<String, Span> times) {
        return times.subMap(attempt.unit() + ".", attempt.unit() + "/").values().stream()
                .map(Span::first)
                .min(Comparator.naturalOrder());
    }

    private static Attempt executed(Attempt attempt, Optional<String> status) {
        return new Attempt(
                attempt.unit(),
                attempt.name(),
                attempt.span(),
                attempt.lines(),
                attempt.services(),
                attempt.processings(),
                Result.EXECUTED,
                attempt.status().or(() -> status),
                attempt.replayOf());
    }
}
