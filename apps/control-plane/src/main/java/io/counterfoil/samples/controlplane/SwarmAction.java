package io.counterfoil.samples.controlplane;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be done to a swarm. */
public enum SwarmAction {
    /** Makes one. */
    CREATE,
    /** Lets it run. */
    START,
    /** Lets it rest. */
    STOP,
    /** Ends it. */
    REMOVE;

    /** The role of who carries these out. */
    public static final String ROLE = "swarm-controller";

    /** The queue that all controllers take signals from, and the receiver's name: what one has done, no other does again. */
    public static final String RECEIVER = "swarm-controllers";

    /** The signals that go there. */
    public static final String SIGNALS = "signal.*.*." + ROLE + ".*";

    /** The type of its signal: {@code swarm-start}. */
    public String type() {
        return "swarm-" + name().toLowerCase(Locale.ROOT);
    }

    /** The action of a signal's type; empty where it is none of these. */
    public static Optional<SwarmAction> ofType(String type) {
        return Arrays.stream(values())
                .filter(action -> action.type().equals(type))
                .findFirst();
    }
}
