package io.counterfoil.samples.controlplane.launch;

import io.counterfoil.samples.controlplane.controller.ControllerCommand;

/** The program: runs the control plane, or, started by it, a controller. */
public final class Main {

    private Main() {}

    /** Runs the program and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(ControlPlaneCommand.commandLine(new ControllerCommand()).execute(args));
    }
}
