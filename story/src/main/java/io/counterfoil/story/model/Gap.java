package io.counterfoil.story.model;

import java.time.Duration;
import java.time.Instant;

/** A long silence: between two lines that follow each other, of a unit and its descendants taken together. */
public record Gap(Instant from, Instant to) {

    /** How long it was. */
    public Duration duration() {
        return Duration.between(from, to);
    }
}
