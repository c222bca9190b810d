package io.counterfoil.jdbc.entity;

/** An id that was used before. */
public enum ReusedId {
    /** The command created another entity. */
    COMMAND_ID,
    /** The entity was created by another command. */
    ENTITY_ID
}
