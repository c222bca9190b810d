package io.counterfoil.samples.support.web;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.net.BindException;
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
        } catch (BindException e) {
            boolean denied = LaunchException.reason(e).contains("Permission denied");
            throw denied ? denied(port, e) : inUse(port, e);
        } catch (IOException e) {
            throw denied(port, e);
        }
    }

    static LaunchException inUse(int port, Exception cause) {
        return new LaunchException("port %d is in use; choose another with --port".formatted(port), cause);
    }

    private static LaunchException denied(int port, Exception cause) {
        return new LaunchException(
                "port %d cannot be used: %s; choose another with --port".formatted(port, LaunchException.reason(cause)),
                cause);
    }
}
