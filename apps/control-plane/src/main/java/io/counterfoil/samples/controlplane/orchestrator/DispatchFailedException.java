package io.counterfoil.samples.controlplane.orchestrator;

/** A signal that the broker has not confirmed. It may be on its way all the same. */
public final class DispatchFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DispatchFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
