package io.counterfoil.samples.controlplane.launch;

import org.jspecify.annotations.Nullable;

/**
 * How it is with a controller, as it is told to others.
 *
 * @param state {@code starting}, {@code running}, {@code killed} while it waits to be started again, or {@code stopped}
 * @param pid of its process; null where there is none
 * @param busyWith the correlation ID of the attempt that it is carrying out; null where there is none
 * @param lives how often it was started
 */
public record ControllerState(
        String name,
        String state,
        @Nullable Long pid,
        @Nullable String busyWith,
        int lives) {}
