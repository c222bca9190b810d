package io.counterfoil.samples.support.web;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks a port of 127.0.0.1, and explains why it cannot be used. */
public final class LocalPort {

    private LocalPort() {}

    /**
     * Checks that a port is available, so that a start fails before anything else is started.
     *
     * @param port 0 selects a free port
     * @throws LaunchException if it is not available
     */
    public static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException e) {
            throw unusable(port, e);
        }
    }

    /** Another port is suggested only if the port is in use or its use is not permitted. */
    static LaunchException unusable(int port, IOException cause) {
        String reason = LaunchException.reason(cause);
        if (reason.contains("already in use")) {
            return inUse(port, cause);
        }
        String remedy = reason.contains("Permission denied") ? "; choose another with --port" : "";
        return new LaunchException("port %s of 127.0.0.1 cannot be used: %s%s".formatted(port, reason, remedy), cause);
    }

    static LaunchException inUse(int port, Exception cause) {
        return new LaunchException("port %s is in use; choose another with --port".formatted(port), cause);
    }
}
