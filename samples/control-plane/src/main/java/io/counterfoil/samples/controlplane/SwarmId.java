package io.counterfoil.samples.controlplane;

import io.counterfoil.signals.envelope.Scope;
import java.util.regex.Pattern;

/**
 * The name of a swarm: 1 to {@value Scope#MAX_LENGTH} of {@code A-Z a-z 0-9 _ -}, and not {@value Scope#ALL}, which means all of them.
 *
 * @param value the name
 */
public record SwarmId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1," + Scope.MAX_LENGTH + "}");

    /** @throws IllegalArgumentException when it is none; the message says the limit */
    public SwarmId {
        if (!FORM.matcher(value).matches() || value.equals(Scope.ALL)) {
            throw new IllegalArgumentException(
                    "must be 1 to %d of A-Z a-z 0-9 _ -, and not %s".formatted(Scope.MAX_LENGTH, Scope.ALL));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
