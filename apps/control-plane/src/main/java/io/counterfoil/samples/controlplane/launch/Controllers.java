package io.counterfoil.samples.controlplane.launch;

import io.counterfoil.samples.controlplane.controller.ControllerSettings;
import io.counterfoil.samples.support.launch.LaunchException;
import io.counterfoil.samples.support.launch.OpenResources;
import io.counterfoil.samples.support.launch.OwnProgram;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** The controllers of a control plane, each a process, all taking from one queue. Thread-safe. */
public final class Controllers implements Closeable {

    private final List<ControllerProcess> processes;

    private Controllers(List<ControllerProcess> processes) {
        this.processes = processes;
    }

    /**
     * Controllers that are not started yet.
     *
     * @param pause the time before a restart
     * @param clock the clock for the times of exits
     * @param changed called when the state of a controller changes
     */
    static Controllers of(List<ControllerSettings> settings, Duration pause, InstantSource clock, Runnable changed) {
        List<String> command = OwnProgram.command(Main.class, List.of());
        command.add("controller");
        return new Controllers(settings.stream()
                .map(each -> new ControllerProcess(each, command, pause, clock, changed))
                .toList());
    }

    /**
     * Starts them all, and returns when they take signals.
     *
     * @throws LaunchException when one of them does not; they are to be closed then too
     */
    void start() {
        processes.forEach(ControllerProcess::start);
        try {
            for (ControllerProcess process : processes) {
                process.awaitReady();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LaunchException("interrupted while the controllers were starting", interrupted);
        }
    }

    /** How it is with each, in order. */
    public List<ControllerState> states() {
        return processes.stream().map(ControllerProcess::state).toList();
    }

    /**
     * Kills the one of this name: SIGKILL, where there are signals.
     *
     * @return whether there is such a controller and it was running
     */
    public boolean kill(String name) {
        return processes.stream()
                .filter(process -> process.state().name().equals(name))
                .findFirst()
                .filter(ControllerProcess::kill)
                .isPresent();
    }

    /** Lets all of them end, in order where they can; also after one could not be. */
    @Override
    public void close() throws IOException {
        OpenResources open = new OpenResources();
        processes.forEach(process -> open.open(() -> process));
        open.close();
    }
}
