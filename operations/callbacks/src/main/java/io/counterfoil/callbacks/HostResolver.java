package io.counterfoil.callbacks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Asks for the addresses of a host. */
@FunctionalInterface
public interface HostResolver {

    /**
     * {@return all addresses of a host, at least one; may block}
     *
     * @param host a name without brackets
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
