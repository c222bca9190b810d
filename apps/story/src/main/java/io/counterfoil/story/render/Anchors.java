package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Numbers the units of a page by ID, so that no text from a log becomes the name of an anchor. */
final class Anchors {

    private final Map<String, Integer> numbers = new HashMap<>();

    Anchors(Story story) {
        story.units().limit(HtmlTree.MAX_UNITS).forEach(unit -> numbers.put(unit.id(), numbers.size()));
    }

    /** Empty if the unit is not on the page. */
    Optional<Integer> of(String id) {
        return Optional.ofNullable(numbers.get(id));
    }
}
