package io.counterfoil.callbacks;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which targets may be called when clients specify them: a guard against server-side request forgery. By default: {@code
 * https} on port 443, to a host with a full name, all of whose addresses are public.
 *
 * <p>It is asked twice. {@link #check} when a target is registered, for an answer that says what is wrong. And, by {@link
 * GuardedTransports}, whenever a connection is made, about the addresses that are connected to: so a name that led to a public address
 * at registration, and leads to 127.0.0.1 now, is refused nevertheless.
 *
 * <p>What it refuses: other schemes; other ports; user names and passwords; IP addresses in any notation (dotted, short, octal,
 * hexadecimal, one number, IPv6); names with no dot, which a resolver may complete to those of a network of its own; names that lead to a
 * loopback, private, link-local, shared, multicast, reserved or documentation address, to an IPv6 form of one, or into a tunnel, by any one
 * of their addresses.
 *
 * <p>Immutable; thread-safe as far as its resolver is.
 */
public final class TargetPolicy {

    /** The longest target, in characters. */
    public static final int MAX_LENGTH = 2_048;

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final int LAST_PORT = 65_535;
    private static final int LONGEST_HOST = 253;

    /** Labels of letters, digits and hyphens; two at least. The last begins with a letter: else it is, or could be, a number. */
    private static final Pattern FULL_NAME =
            Pattern.compile("(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])");

    /** One reason for hosts that do not exist and for those inside, so that callers cannot probe the internal network. */
    private static final String NOT_PUBLIC = "must name a host that exists and whose addresses are all public";

    private static final TargetPolicy PUBLIC = builder().build();

    private final Set<Integer> ports;
    private final Set<String> allowedHosts;
    private final HostResolver resolver;

    private TargetPolicy(Builder builder) {
        this.ports = Collections.unmodifiableSortedSet(new TreeSet<>(builder.ports));
        this.allowedHosts = Set.copyOf(builder.allowedHosts);
        this.resolver = builder.resolver;
    }

    /** {@return the policy that permits public targets only, as described above} */
    public static TargetPolicy publicTargets() {
        return PUBLIC;
    }

    /** {@return a builder that begins with what {@link #publicTargets} permits} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Checks whether a target is permitted. The reason is the same for unknown hosts and for private addresses, so that callers cannot probe the
     * internal network. Calls the resolver, and so may block.
     *
     * @param target as the client specified it
     * @return why it is not permitted, a phrase to append to the name of a field, "must ..."; empty if it is permitted
     */
    public Optional<String> check(URI target) {
        Optional<String> form = checkForm(target);
        if (form.isPresent()) {
            return form;
        }
        try {
            resolve(nameOf(target.getHost()));
            return Optional.empty();
        } catch (RefusedTargetException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (UnknownHostException unknown) {
            return Optional.of(NOT_PUBLIC);
        }
    }

    /** The same without asking the resolver: all but the host's addresses. */
    Optional<String> checkForm(URI target) {
        if (target.toString().length() > MAX_LENGTH) {
            return Optional.of("must have at most " + MAX_LENGTH + " characters");
        }
        String host = target.getHost();
        if (target.getScheme() == null || host == null) {
            return Optional.of("must be an absolute URI with a host, such as https://example.com/callbacks");
        }
        if (target.getRawUserInfo() != null) {
            return Optional.of("must not have a user name or a password");
        }
        if (target.getRawFragment() != null) {
            return Optional.of("must not have a fragment");
        }
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        String name = nameOf(host);
        if (allowedHosts.contains(name)) {
            return scheme.equals("https") || scheme.equals("http")
                    ? Optional.empty()
                    : Optional.of("must be an https or http URI");
        }
        if (!scheme.equals("https")) {
            return Optional.of("must be an https URI");
        }
        int port = target.getPort() < 0 ? HTTPS_PORT : target.getPort();
        if (!ports.contains(port)) {
            return Optional.of("must not have port " + port + "; allowed are " + ports);
        }
        return isFullName(name)
                ? Optional.empty()
                : Optional.of("must have a fully qualified host name, such as example.com, not an address");
    }

    /** The port that a target is called on. */
    static int portOf(URI target) {
        if (target.getPort() >= 0) {
            return target.getPort();
        }
        return target.getScheme().equalsIgnoreCase("http") ? HTTP_PORT : HTTPS_PORT;
    }

    /**
     * The addresses that a host may be called at.
     *
     * @throws RefusedTargetException when it may not be called
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException {
        String name = nameOf(host);
        boolean allowed = allowedHosts.contains(name);
        if (!allowed && !isFullName(name)) {
            throw new RefusedTargetException("must have a fully qualified host name");
        }
        List<InetAddress> addresses = resolver.resolve(name);
        if (addresses.isEmpty()) {
            throw new UnknownHostException(name);
        }
        if (!allowed && !addresses.stream().allMatch(PublicAddresses::contain)) {
            throw new RefusedTargetException(NOT_PUBLIC);
        }
        return addresses;
    }

    private static boolean isFullName(String name) {
        return name.length() <= LONGEST_HOST && FULL_NAME.matcher(name).matches();
    }

    /** In small letters; without the brackets of IPv6. */
    private static String nameOf(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return bare.toLowerCase(Locale.ROOT);
    }

    /** Describes a policy. Not thread-safe. */
    public static final class Builder {

        private final Set<Integer> ports = new HashSet<>(Set.of(HTTPS_PORT));
        private final Set<String> allowedHosts = new HashSet<>();
        private HostResolver resolver = host -> Arrays.asList(InetAddress.getAllByName(host));

        private Builder() {}

        /**
         * Permits further ports.
         *
         * @param allowed 1 to 65535 each
         * @return this builder
         * @throws IllegalArgumentException when one is out of these bounds
         */
        public Builder allowPorts(int... allowed) {
            for (int port : allowed) {
                if (port < 1 || port > LAST_PORT) {
                    throw new IllegalArgumentException("a port is 1 to " + LAST_PORT + ", not " + port);
                }
                ports.add(port);
            }
            return this;
        }

        /**
         * Permits hosts with any address, on any port, by {@code http} too: for a partner within a trusted internal network.
         *
         * @param allowed names of hosts, compared with the target's without regard to case
         * @return this builder
         */
        public Builder allowHosts(String... allowed) {
            for (String host : allowed) {
                allowedHosts.add(nameOf(host));
            }
            return this;
        }

        /**
         * Permits {@code localhost}, {@code 127.0.0.1} and {@code ::1}: for local trials and tests.
         *
         * @return this builder
         */
        public Builder allowLoopback() {
            return allowHosts("localhost", "127.0.0.1", "::1");
        }

        /**
         * Sets the resolver of host names: the JVM's by default.
         *
         * @param other must be thread-safe
         * @return this builder
         */
        public Builder resolver(HostResolver other) {
            resolver = other;
            return this;
        }

        /** {@return a policy with these permissions} */
        public TargetPolicy build() {
            return new TargetPolicy(this);
        }
    }
}
