package io.counterfoil.samples.controlplane.controller;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/**
 * What a controller is started with. It reaches it by its standard input, a line each, because others can read the arguments of a process.
 *
 * @param name its own, such as {@code controller-1}
 * @param jdbcUrl of the database
 * @param user of the database
 * @param password of the database
 * @param broker of the broker
 * @param log the file that it logs to
 */
public record ControllerSettings(String name, String jdbcUrl, String user, String password, URI broker, Path log) {

    /** Writes them, and leaves the pipe open: its end is the controller's. */
    public void write(BufferedWriter pipe) throws IOException {
        for (String line : new String[] {name, jdbcUrl, user, password, broker.toString(), log.toString()}) {
            pipe.write(line);
            pipe.write('\n');
        }
        pipe.flush();
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws IOException when the pipe ends before
     */
    static ControllerSettings read(BufferedReader pipe) throws IOException {
        return new ControllerSettings(
                line(pipe), line(pipe), line(pipe), line(pipe), URI.create(line(pipe)), Path.of(line(pipe)));
    }

    private static String line(BufferedReader pipe) throws IOException {
        String line = pipe.readLine();
        if (line == null) {
            throw new EOFException("a controller must be started by the control plane, which passes its settings");
        }
        return line;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "ControllerSettings[" + name + "]";
    }
}
