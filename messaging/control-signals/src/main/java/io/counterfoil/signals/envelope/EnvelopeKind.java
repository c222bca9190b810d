package io.counterfoil.signals.envelope;

import java.util.Locale;

/** What a message of the control plane is. */
public enum EnvelopeKind {
    /** A command. */
    SIGNAL,
    /** The outcome of a command. */
    OUTCOME,
    /** A measurement. */
    METRIC,
    /** An alert for operators. */
    ALERT;

    /** {@return the word for it in the JSON and in topics: the name in lower case} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws InvalidEnvelopeException when there is no such kind */
    static EnvelopeKind of(String word) {
        for (EnvelopeKind kind : values()) {
            if (kind.word().equals(word)) {
                return kind;
            }
        }
        throw new InvalidEnvelopeException("kind", "is not one of signal, outcome, metric, alert");
    }
}
