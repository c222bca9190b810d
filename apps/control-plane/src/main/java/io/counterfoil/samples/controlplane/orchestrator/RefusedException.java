package io.counterfoil.samples.controlplane.orchestrator;

/** A command that cannot be dispatched as things stand. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    RefusedException(Reason reason) {
        super(reason.toString());
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }

    /** Why a command cannot be dispatched. */
    public enum Reason {
        /** There is a swarm of this name, or one is being made under another key. */
        SWARM_EXISTS,
        /** There is none, and none is being made. */
        NO_SUCH_SWARM,
        /** The key was used for the same swarm and action with other data. */
        OTHER_DATA
    }
}
