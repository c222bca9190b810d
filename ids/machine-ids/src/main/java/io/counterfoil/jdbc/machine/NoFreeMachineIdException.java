package io.counterfoil.jdbc.machine;

/** All machine ids of the range are leased to others at this time. */
public final class NoFreeMachineIdException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    NoFreeMachineIdException(int first, int last) {
        super(
                "all machine ids from %s to %s are in use: widen the range, or wait until one is returned or its lease has expired"
                        .formatted(first, last));
    }
}
