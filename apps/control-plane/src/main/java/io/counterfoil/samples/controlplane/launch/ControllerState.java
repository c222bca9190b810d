package io.counterfoil.samples.controlplane.launch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The published state of a controller.
 *
 * @param state {@code starting}, {@code running}, {@code killed} while it waits to be started again, or {@code stopped}
 * @param pid of its process; null where there is none
 * @param busyWith the correlation ID of the attempt that it is carrying out; null where there is none
 * @param lives how often it was started
 * @param lastDeath the end of its latest process that ended without being stopped; null where none has
 */
public record ControllerState(
        String name,
        String state,
        @Nullable Long pid,
        @Nullable String busyWith,
        int lives,
        @Nullable Death lastDeath) {

    /**
     * The end of a process.
     *
     * @param at when it was noticed
     * @param attempt the correlation ID of the attempt that it was executing; null where there was none
     */
    public record Death(Instant at, @Nullable String attempt) {}

    static ControllerState unborn(String name) {
        return new ControllerState(name, "starting", null, null, 0, null);
    }

    ControllerState started(long pid) {
        return new ControllerState(name, "starting", pid, null, lives + 1, lastDeath);
    }

    ControllerState ready() {
        return new ControllerState(name, "running", pid, null, lives, lastDeath);
    }

    ControllerState busyWith(@Nullable String attempt) {
        return new ControllerState(name, state, pid, attempt, lives, lastDeath);
    }

    ControllerState stopped() {
        return new ControllerState(name, "stopped", null, null, lives, lastDeath);
    }

    ControllerState died(Instant at) {
        return new ControllerState(name, "killed", null, null, lives, new Death(at, busyWith));
    }
}
