package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks up the links and attempts of a unit by its ID, and numbers the services. */
final class StoryIndex {

    private final Map<String, List<Link>> became = new HashMap<>();
    private final Map<String, List<Link>> cameFrom = new HashMap<>();
    private final Map<String, List<UnitAttempt>> attempts = new HashMap<>();
    private final Map<String, Integer> services = new LinkedHashMap<>();

    /**
     * A unit as an attempt of an action, or as a processing of one.
     *
     * @param action the number of the action in the story, from 1
     * @param name the label of the attempt
     * @param processing the number of the processing in the attempt, from 1; 0 for the unit of the attempt
     */
    record UnitAttempt(int action, String name, int processing) {

        @Override
        public String toString() {
            return (processing == 0 ? "" : "processing " + processing + " of ") + "attempt " + name;
        }
    }

    StoryIndex(Story story) {
        for (Link link : story.links()) {
            became.computeIfAbsent(link.from(), id -> new ArrayList<>()).add(link);
            cameFrom.computeIfAbsent(link.to(), id -> new ArrayList<>()).add(link);
        }
        for (int i = 0; i < story.actions().size(); i++) {
            Action action = story.actions().get(i);
            for (Attempt attempt : action.attempts()) {
                add(attempt.unit(), new UnitAttempt(i + 1, attempt.label(), 0));
                int processing = 0;
                for (Processing each : shown(attempt)) {
                    processing++;
                    add(each.unit(), new UnitAttempt(i + 1, attempt.label(), processing));
                }
            }
        }
        story.units().forEach(unit -> {
            for (Line line : unit.lines()) {
                services.putIfAbsent(line.service(), services.size());
            }
        });
    }

    /** The processings of an attempt that are distinguished: several, or one in the place of an attempt without lines of its own. */
    static List<Processing> shown(Attempt attempt) {
        boolean onlyThere =
                attempt.processings().stream().mapToLong(Processing::lines).sum() == attempt.lines();
        return attempt.processings().size() > 1 || onlyThere ? attempt.processings() : List.of();
    }

    private void add(String unit, UnitAttempt attempt) {
        attempts.computeIfAbsent(unit, id -> new ArrayList<>()).add(attempt);
    }

    /** The links that replaced the ID of the unit. */
    List<Link> replacedBy(Unit unit) {
        return became.getOrDefault(unit.id(), List.of());
    }

    /** The links by which the ID of the unit replaced another one. */
    List<Link> replaces(Unit unit) {
        return cameFrom.getOrDefault(unit.id(), List.of());
    }

    List<UnitAttempt> attempts(Unit unit) {
        return attempts.getOrDefault(unit.id(), List.of());
    }

    /** All services in the order of the tree. */
    List<String> services() {
        return List.copyOf(services.keySet());
    }

    /** The index of a service in {@link #services}. */
    int number(String service) {
        return services.getOrDefault(service, 0);
    }
}
