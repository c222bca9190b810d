package io.counterfoil.springboot;

/** How effect and record are kept together. */
public enum Mode {

    /** As the application is configured; {@link #TRANSACTIONAL} where it is not. */
    DEFAULT,

    /** In one database transaction. */
    TRANSACTIONAL,

    /** Under a lease, for effects that the database's transaction does not reach. */
    LEASE
}
