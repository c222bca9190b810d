package io.counterfoil.cli.id;

import java.util.List;
import java.util.Optional;

/**
 * What there is to say of a text.
 *
 * @param text as it was given
 * @param readings what it can be, the likely ones first
 * @param uses what it can be used as, whatever it is
 * @param refusals what it nearly is, and why it is not
 */
record Inspection(String text, List<Reading> readings, List<Use> uses, List<Refusal> refusals) {

    /**
     * That a text can be used as something that is opaque: its meaning is its owner's.
     *
     * @param kind as what, for programs
     * @param fault why it cannot
     */
    record Use(String kind, Optional<String> fault) {

        String name() {
            return kind.replace('-', ' ');
        }
    }

    /** That a text is nearly something. */
    record Refusal(String kind, String reason) {}

    Inspection {
        readings = List.copyOf(readings);
        uses = List.copyOf(uses);
        refusals = List.copyOf(refusals);
    }

    /** Whether it is a valid id of any kind, uses apart. */
    boolean isValid() {
        return readings.stream().anyMatch(Reading::isValid);
    }
}
