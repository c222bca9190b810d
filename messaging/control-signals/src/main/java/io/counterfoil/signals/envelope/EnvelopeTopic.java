package io.counterfoil.signals.envelope;

import io.counterfoil.messaging.TopicPattern;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where a message is sent: {@code signal.<type>.<swarm>.<role>.<instance>} for a command, {@code
 * event.<outcome|metric|alert>.<type>.<swarm>.<role>.<instance>} for the rest. At most 251 characters of ASCII.
 *
 * @param kind what is sent
 * @param type which command, or which event
 * @param scope whom it is for or about
 */
public record EnvelopeTopic(EnvelopeKind kind, String type, SwarmScope scope) {

    private static final String SIGNAL = "signal";
    private static final String EVENT = "event";

    /**
     * Checks the type.
     *
     * @param kind what is sent
     * @param type 1 to {@value Envelope#MAX_TYPE_LENGTH} characters: lower-case words of a-z and 0-9 with a hyphen between them
     * @param scope whom it is for or about
     * @throws InvalidEnvelopeException when the type breaks these rules
     */
    public EnvelopeTopic {
        Checks.type(type);
    }

    /**
     * {@return the topic of an envelope with these fields}
     *
     * @param kind what is sent
     * @param type which command, or which event
     * @param scope whom it is for or about
     * @throws InvalidEnvelopeException when the type breaks the rules
     */
    public static EnvelopeTopic of(EnvelopeKind kind, String type, SwarmScope scope) {
        return new EnvelopeTopic(kind, type, scope);
    }

    /**
     * {@return the topic that is written like this}
     *
     * @param text as {@link #value} returns it
     * @throws InvalidEnvelopeException when there is no such topic
     */
    public static EnvelopeTopic parse(String text) {
        List<String> words = List.of(text.split("\\.", -1));
        boolean signal = words.size() == 5 && words.get(0).equals(SIGNAL);
        boolean event =
                words.size() == 6 && words.get(0).equals(EVENT) && !words.get(1).equals(SIGNAL);
        if (!signal && !event) {
            throw new InvalidEnvelopeException(
                    "topic",
                    "is neither signal.<type>.<swarm>.<role>.<instance>"
                            + " nor event.<outcome|metric|alert>.<type>.<swarm>.<role>.<instance>");
        }
        int type = signal ? 1 : 2;
        return new EnvelopeTopic(
                EnvelopeKind.of(words.get(type - 1)),
                words.get(type),
                new SwarmScope(words.get(type + 1), words.get(type + 2), words.get(type + 3)));
    }

    /**
     * {@return the pattern of all topics of one kind of envelopes}
     *
     * @param kind signals, or one kind of event
     */
    public static TopicPattern all(EnvelopeKind kind) {
        return new TopicPattern(prefix(kind) + ".#");
    }

    /**
     * {@return the patterns of all signals that are for one member: each part is the member's, or {@value SwarmScope#ALL}}
     *
     * @param member the member's swarm, role and instance; a part that is {@value SwarmScope#ALL} is matched as that only
     */
    public static List<TopicPattern> signalsFor(SwarmScope member) {
        Set<String> patterns = new TreeSet<>();
        for (String swarm : List.of(member.swarmId(), SwarmScope.ALL)) {
            for (String role : List.of(member.role(), SwarmScope.ALL)) {
                for (String instance : List.of(member.instance(), SwarmScope.ALL)) {
                    patterns.add(SIGNAL + ".*." + swarm + "." + role + "." + instance);
                }
            }
        }
        return patterns.stream().map(TopicPattern::new).toList();
    }

    /** {@return the topic as the broker has it: words with dots between them} */
    public String value() {
        return prefix(kind) + "." + type + "." + scope.swarmId() + "." + scope.role() + "." + scope.instance();
    }

    /** The words before the type. */
    private static String prefix(EnvelopeKind kind) {
        return kind == EnvelopeKind.SIGNAL ? SIGNAL : EVENT + "." + kind.word();
    }

    /** The same as {@link #value}. */
    @Override
    public String toString() {
        return value();
    }
}
