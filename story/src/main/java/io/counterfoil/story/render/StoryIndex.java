package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What belongs to a unit of a story and does not stand in it, by the unit's id; and a number for each service. */
final class StoryIndex {

    private final Map<String, List<Link>> became = new HashMap<>();
    private final Map<String, List<Link>> cameFrom = new HashMap<>();
    private final Map<String, List<Attempted>> attempts = new HashMap<>();
    private final Map<String, Integer> services = new LinkedHashMap<>();

    /**
     * That a unit is an attempt.
     *
     * @param action the number of the action in the story, from 1
     * @param name of the attempt
     */
    record Attempted(int action, String name) {}

    StoryIndex(Story story) {
        for (Link link : story.links()) {
            became.computeIfAbsent(link.from(), id -> new ArrayList<>()).add(link);
            cameFrom.computeIfAbsent(link.to(), id -> new ArrayList<>()).add(link);
        }
        for (int i = 0; i < story.actions().size(); i++) {
            Action action = story.actions().get(i);
            for (int j = 0; j < action.attempts().size(); j++) {
                Attempt attempt = action.attempts().get(j);
                attempts.computeIfAbsent(attempt.unit(), id -> new ArrayList<>())
                        .add(new Attempted(i + 1, Words.name(attempt, j + 1)));
            }
        }
        story.units().forEach(unit -> {
            for (Line line : unit.lines()) {
                services.putIfAbsent(line.service(), services.size());
            }
        });
    }

    /** What the unit's id was given up for. */
    List<Link> became(Unit unit) {
        return became.getOrDefault(unit.id(), List.of());
    }

    /** What the unit's id took the place of. */
    List<Link> cameFrom(Unit unit) {
        return cameFrom.getOrDefault(unit.id(), List.of());
    }

    List<Attempted> attempts(Unit unit) {
        return attempts.getOrDefault(unit.id(), List.of());
    }

    /** All services, in the order of the tree. */
    List<String> services() {
        return List.copyOf(services.keySet());
    }

    /** The place of a service among {@link #services}. */
    int number(String service) {
        return services.getOrDefault(service, 0);
    }
}
