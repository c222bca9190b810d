package io.counterfoil.samples.support.web;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The accepted host names of a service: {@code localhost}, {@code 127.0.0.1} and {@code [::1]}, and those of its
 * settings. Case and port are ignored. Immutable.
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
     * The loopback names and additional ones.
     *
     * @param setting the name of the setting, for the message
     * @param added host names or addresses as in a URL, IPv6 addresses in brackets, without a port
     * @throws IllegalArgumentException if one of them is invalid
     */
    public static AllowedHosts loopbackAnd(String setting, List<String> added) {
        Set<String> names = new HashSet<>(LOOPBACK);
        for (String host : added) {
            String name = host.strip().toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "%s must be host names without a scheme, a port or a wildcard, such as ledger.example.com, not \"%s\""
                                .formatted(setting, host));
            }
            names.add(name);
        }
        return new AllowedHosts(Set.copyOf(names));
    }

    /** Whether a request with this {@code Host} field is accepted; a request without the field is not. */
    boolean contains(@Nullable String hostField) {
        if (hostField == null) {
            return false;
        }
        Matcher host = HOST_FIELD.matcher(hostField.toLowerCase(Locale.ROOT));
        return host.matches() && names.contains(host.group(1));
    }
}
