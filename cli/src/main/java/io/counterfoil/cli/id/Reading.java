package io.counterfoil.cli.id;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Something that a text can be.
 *
 * @param kind what, for programs
 * @param name what, for people
 * @param likely whether more speaks for it than its length and its characters
 * @param canonical the same id in its canonical text, where the text was another one
 * @param facts what is inside, in the order in which it is told
 * @param times what is inside of time; several where it depends on what the text does not say
 * @param faults why it is not valid; none when it is
 * @param parts what parts of it can be
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
     * Something that is inside.
     *
     * @param note what it means, for people; empty when that is plain
     */
    record Fact(String name, String value, String note) {}

    /**
     * A time that is inside.
     *
     * @param precision how long the time lasts
     * @param note under what condition; empty when there is none
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

    /** For one thread. */
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

        /** Where it differs from the text. */
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
