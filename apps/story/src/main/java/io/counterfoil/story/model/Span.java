package io.counterfoil.story.model;

import java.time.Duration;
import java.time.Instant;

/** The time from one instant to another that is not before it. */
public record Span(Instant first, Instant last) {

    /** The length; zero for a single line. */
    public Duration duration() {
        return Duration.between(first, last);
    }

    /** The shortest span that contains both. */
    public Span and(Span other) {
        return new Span(
                first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
    }
}
