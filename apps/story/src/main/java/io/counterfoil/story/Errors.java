package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The errors of actions. A line that is an error and has no key, such as a framework's about an exception, is one of the action with lines in
 * its unit, otherwise in the nearest unit around it.
 */
final class Errors {

    private static final Set<String> LEVELS = Set.of("ERROR", "FATAL", "SEVERE", "CRITICAL");

    private final Set<String> units = new HashSet<>();

    Errors(List<StoryLine> lines) {
        Set<String> keyed = lines.stream()
                .filter(kept -> kept.line().idempotencyKey().isPresent())
                .map(StoryLine::id)
                .collect(Collectors.toSet());
        for (StoryLine kept : lines) {
            if (isError(kept) && kept.line().idempotencyKey().isEmpty()) {
                String unit = kept.id();
                while (!unit.isEmpty() && !keyed.contains(unit)) {
                    unit = Ids.parent(unit);
                }
                units.add(unit);
            }
        }
    }

    /** Whether one of an attempt's lines is an error. */
    static boolean among(List<StoryLine> its) {
        return its.stream().anyMatch(Errors::isError);
    }

    /** Whether there is an error without a key in one of the units of these lines, or below it. */
    boolean around(List<StoryLine> its) {
        return its.stream().map(StoryLine::id).anyMatch(units::contains);
    }

    private static boolean isError(StoryLine kept) {
        return LEVELS.contains(kept.line().level());
    }
}
