package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A number for each unit that stands in the page, by its id: no text of a log becomes the name of an anchor. */
final class Anchors {

    private final Map<String, Integer> numbers = new HashMap<>();

    Anchors(Story story) {
        story.units().limit(HtmlTree.MAX_UNITS).forEach(unit -> numbers.put(unit.id(), numbers.size()));
    }

    /** Empty when the unit does not stand in the page. */
    Optional<Integer> of(String id) {
        return Optional.ofNullable(numbers.get(id));
    }
}
