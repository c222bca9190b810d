package io.counterfoil.samples.support.web;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host names that a service answers to: {@code localhost}, {@code 127.0.0.1} and {@code [::1]}, and those that its settings add. Upper
 * and lower case are the same, and any port is. Immutable.
 */
public final class AllowedHosts {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,252}|\\[[0-9a-f:.]{2,45}]");
    private static final Pattern HOST_FIELD = Pattern.compile("(" + NAME.pattern() + ")(?::[0-9]{0,5})?");

    private final Set<String> names;

    private AllowedHosts(Set<String> names) {
        this.names = names;
    }

    /**
     * The loopback names and these.
     *
     * @param setting where they come from, for the message
     * @param added names or addresses as in a URL, an IPv6 address in brackets; without a port
     * @throws IllegalArgumentException when one of them is not
     */
    public static AllowedHosts loopbackAnd(String setting, List<String> added) {
        Set<String> names = new HashSet<>(LOOPBACK);
        for (String host : added) {
            String name = host.strip().toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "%s must be host names without a scheme, a port or a wildcard, like ledger.example.com; \"%s\" is none"
                                .formatted(setting, host));
            }
            names.add(name);
        }
        return new AllowedHosts(Set.copyOf(names));
    }

    /** Whether a request with this {@code Host} field is for the service; without one it is not. */
    boolean contains(@Nullable String hostField) {
        if (hostField == null) {
            return false;
        }
        Matcher host = HOST_FIELD.matcher(hostField.toLowerCase(Locale.ROOT));
        return host.matches() && names.contains(host.group(1));
    }
}
