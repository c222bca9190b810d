package io.counterfoil.samples.support.web;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** A port of 127.0.0.1, and why it cannot be had. */
public final class LocalPort {

    private LocalPort() {}

    /**
     * Sees whether a port can be listened on, so that a start fails before anything was started for nothing.
     *
     * @param port 0 for any free one
     * @throws LaunchException when it cannot
     */
    public static void requireFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        } catch (IOException e) {
            throw unusable(port, e);
        }
    }

    /** Only another process on the port, and a missing right to it, are remedied by another port. */
    static LaunchException unusable(int port, IOException cause) {
        String reason = LaunchException.reason(cause);
        if (reason.contains("already in use")) {
            return inUse(port, cause);
        }
        String remedy = reason.contains("Permission denied") ? "; choose another with --port" : "";
        return new LaunchException("port %d of 127.0.0.1 cannot be used: %s%s".formatted(port, reason, remedy), cause);
    }

    static LaunchException inUse(int port, Exception cause) {
        return new LaunchException("port %d is in use; choose another with --port".formatted(port), cause);
    }
}
