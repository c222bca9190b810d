package io.counterfoil.callbacks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Asks for the addresses of a host. */
@FunctionalInterface
public interface HostResolver {

    /** {@return all addresses, at least one; may block} */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
