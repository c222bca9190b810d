package io.counterfoil.ids.snowflake;

/**
 * No id was made, because the generator's machine id may not be used at this time: its lease was not renewed, was taken over,
 * or was returned. The message names the times. Where the lease is renewed after all, the next id is made.
 */
public final class MachineIdExpiredException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MachineIdExpiredException(String message) {
        super(message);
    }
}
