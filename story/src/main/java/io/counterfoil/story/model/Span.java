package io.counterfoil.story.model;

import java.time.Duration;
import java.time.Instant;

/** From one instant to another, which is not before it. */
public record Span(Instant first, Instant last) {

    /** How long it is: zero for a single line. */
    public Duration duration() {
        return Duration.between(first, last);
    }

    /** The shortest one that holds both. */
    public Span and(Span other) {
        return new Span(
                first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
    }
}
