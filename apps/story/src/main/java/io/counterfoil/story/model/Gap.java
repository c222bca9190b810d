package io.counterfoil.story.model;

import java.time.Duration;
import java.time.Instant;

/** A long pause between two successive lines of a unit, including its descendants. */
public record Gap(Instant from, Instant to) {

    /** The length of the pause. */
    public Duration duration() {
        return Duration.between(from, to);
    }
}
