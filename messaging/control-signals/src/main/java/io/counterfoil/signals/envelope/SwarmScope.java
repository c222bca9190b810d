package io.counterfoil.signals.envelope;

/**
 * Which members a message is for, or which it concerns. Each part has 1 to {@value #MAX_LENGTH} characters out of {@code A-Z a-z 0-9 _ -}, so
 * that it is one word of a topic: no dots, no wildcards, no white space.
 *
 * @param swarmId which swarm, or {@value #ALL}
 * @param role which kind of member of it, or {@value #ALL}
 * @param instance which member, or {@value #ALL}
 */
public record SwarmScope(String swarmId, String role, String instance) {

    /** In place of a part: all there are. */
    public static final String ALL = "ALL";

    /** The longest part, in characters. */
    public static final int MAX_LENGTH = 64;

    /**
     * Checks the parts, each of 1 to {@value #MAX_LENGTH} characters out of {@code A-Z a-z 0-9 _ -}.
     *
     * @param swarmId a swarm, or {@value #ALL}
     * @param role a kind of member, or {@value #ALL}
     * @param instance a member, or {@value #ALL}
     * @throws InvalidEnvelopeException when a part is empty, too long, or has other characters
     */
    public SwarmScope {
        Checks.segment("scope.swarmId", swarmId);
        Checks.segment("scope.role", role);
        Checks.segment("scope.instance", instance);
    }

    /**
     * {@return whether a message for this scope is for a member: each part is the same, or {@value #ALL} here}
     *
     * @param member the member's own swarm, role and instance
     */
    public boolean includes(SwarmScope member) {
        return includes(swarmId, member.swarmId) && includes(role, member.role) && includes(instance, member.instance);
    }

    /**
     * {@return this scope with a member's parts in place of {@value #ALL}}
     *
     * @param member the member's own swarm, role and instance
     */
    public SwarmScope resolvedFor(SwarmScope member) {
        return new SwarmScope(
                resolved(swarmId, member.swarmId), resolved(role, member.role), resolved(instance, member.instance));
    }

    private static boolean includes(String part, String members) {
        return part.equals(ALL) || part.equals(members);
    }

    private static String resolved(String part, String members) {
        return part.equals(ALL) ? members : part;
    }
}
