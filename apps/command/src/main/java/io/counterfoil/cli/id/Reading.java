package io.counterfoil.cli.id;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One possible interpretation of a text.
 *
 * @param kind the kind of ID, for programs
 * @param name the kind of ID, for people
 * @param likely whether more than its length and characters supports it
 * @param canonical the ID in its canonical text form, if the text is in another form
 * @param facts the fields of the ID, in display order
 * @param times the times that the ID contains; several if they depend on information outside the text
 * @param faults the reasons why it is not valid; empty if it is valid
 * @param parts the interpretations of its parts
 */
record Reading(
        String kind,
        String name,
        boolean likely,
        Optional<String> canonical,
        List<Fact> facts,
        List<Moment> times,
        List<String> faults,
        List<Reading> parts) {

    /**
     * One field of an ID.
     *
     * @param note an explanation for people; may be empty
     */
    record Fact(String name, String value, String note) {}

    /**
     * A time in an ID.
     *
     * @param precision the duration that the value covers
     * @param note the condition under which it holds; may be empty
     */
    record Moment(Instant time, Duration precision, String note) {}

    Reading {
        facts = List.copyOf(facts);
        times = List.copyOf(times);
        faults = List.copyOf(faults);
        parts = List.copyOf(parts);
    }

    boolean isValid() {
        return faults.isEmpty();
    }

    static Builder of(String kind, String name) {
        return new Builder(kind, name);
    }

    /** Not thread-safe. */
    static final class Builder {

        private final String kind;
        private final String name;
        private boolean likely;
        private Optional<String> canonical = Optional.empty();
        private final List<Fact> facts = new ArrayList<>();
        private final List<Moment> times = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();
        private final List<Reading> parts = new ArrayList<>();

        private Builder(String kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        Builder likely(boolean is) {
            likely = is;
            return this;
        }

        /** Sets the canonical text if it differs from the inspected text. */
        Builder canonical(String canonicalText, String text) {
            canonical = canonicalText.equals(text) ? Optional.empty() : Optional.of(canonicalText);
            return this;
        }

        Builder fact(String factName, Object value) {
            return fact(factName, value, "");
        }

        Builder fact(String factName, Object value, String note) {
            facts.add(new Fact(factName, value.toString(), note));
            return this;
        }

        Builder time(Instant time, Duration precision, String note) {
            times.add(new Moment(time, precision, note));
            return this;
        }

        Builder fault(String fault) {
            faults.add(fault);
            return this;
        }

        Builder faults(List<String> more) {
            faults.addAll(more);
            return this;
        }

        Builder parts(List<Reading> more) {
            parts.addAll(more);
            return this;
        }

        Reading build() {
            return new Reading(kind, name, likely, canonical, facts, times, faults, parts);
        }
    }
}
