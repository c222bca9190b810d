package io.counterfoil.cli.id;

import java.util.List;
import java.util.Optional;

/**
 * The result of inspecting one text.
 *
 * @param text the text as given
 * @param readings its possible interpretations, the likely ones first
 * @param uses the opaque IDs that it can be used as
 * @param refusals the kinds of ID that it nearly is, with the reason why it is not
 */
record Inspection(String text, List<Reading> readings, List<Use> uses, List<Refusal> refusals) {

    /**
     * Whether a text can be used as an opaque ID.
     *
     * @param kind the kind of opaque ID
     * @param fault why it cannot be used; empty if it can
     */
    record Use(String kind, Optional<String> fault) {

        String name() {
            return kind.replace('-', ' ');
        }
    }

    /** A kind of ID that a text nearly is, with the reason why it is not. */
    record Refusal(String kind, String reason) {}

    Inspection {
        readings = List.copyOf(readings);
        uses = List.copyOf(uses);
        refusals = List.copyOf(refusals);
    }

    /** Whether the text is a valid ID of any kind, disregarding {@link #uses}. */
    boolean isValid() {
        return readings.stream().anyMatch(Reading::isValid);
    }
}
