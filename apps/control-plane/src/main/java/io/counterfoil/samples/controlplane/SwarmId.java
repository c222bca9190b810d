package io.counterfoil.samples.controlplane;

import io.counterfoil.signals.envelope.SwarmScope;
import java.util.regex.Pattern;

/**
 * The name of a swarm: 1 to {@value SwarmScope#MAX_LENGTH} of {@code A-Z a-z 0-9 _ -}, and not {@value SwarmScope#ALL}, which means all of them.
 *
 * @param value the name
 */
public record SwarmId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{1," + SwarmScope.MAX_LENGTH + "}");

    /** @throws IllegalArgumentException when it is none; the message says the limit */
    public SwarmId {
        if (!FORM.matcher(value).matches() || value.equals(SwarmScope.ALL)) {
            throw new IllegalArgumentException(
                    "must be 1 to %s of A-Z a-z 0-9 _ -, and not %s".formatted(SwarmScope.MAX_LENGTH, SwarmScope.ALL));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
