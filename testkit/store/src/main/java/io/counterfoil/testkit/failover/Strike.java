package io.counterfoil.testkit.failover;

/** What happens to the node that accepts writes; of several such nodes, to any. */
public enum Strike {
    /** Its processes end at once, as by SIGKILL. It starts again later and joins the others. */
    KILL,
    /** Its processes stop, as by SIGSTOP, and resume after another node has taken over. */
    FREEZE,
    /** It is cut off from the other nodes, and not from the services, until another node has taken over. */
    PARTITION
}
