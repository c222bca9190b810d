package io.counterfoil.signals.envelope;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a message that is being read. What is asked for and not there, or of another kind, is said by name. */
record Fields(Map<String, @Nullable Object> members) {

    private static final Set<String> OF_ALL = Set.of(
            "timestamp", "version", "kind", "type", "origin", "scope", "correlationId", "idempotencyKey", "data");
    private static final Set<String> OF_A_SCOPE = Set.of("swarmId", "role", "instance");

    void requireKnown(EnvelopeKind kind) {
        for (String name : members.keySet()) {
            if (!OF_ALL.contains(name) && !(kind == EnvelopeKind.OUTCOME && name.equals("replayOf"))) {
                throw unknown(name, "a message of kind " + kind.word());
            }
        }
    }

    boolean has(String name) {
        return members.containsKey(name);
    }

    String text(String name) {
        return text(name, members, name);
    }

    Optional<String> textOrNull(String name) {
        if (!has(name)) {
            throw new InvalidEnvelopeException(name, "is missing: it must be a text or null");
        }
        return members.get(name) == null ? Optional.empty() : Optional.of(text(name));
    }

    SwarmScope scope() {
        Map<String, @Nullable Object> scope = object("scope");
        for (String name : scope.keySet()) {
            if (!OF_A_SCOPE.contains(name)) {
                throw unknown("scope." + name, "a scope");
            }
        }
        return new SwarmScope(
                text("scope.swarmId", scope, "swarmId"),
                text("scope.role", scope, "role"),
                text("scope.instance", scope, "instance"));
    }

    /** An object, as immutable as the whole is. */
    @SuppressWarnings("unchecked") // What was read as an object is one by text.
    Map<String, @Nullable Object> object(String name) {
        if (members.get(name) instanceof Map<?, ?> object) {
            return (Map<String, @Nullable Object>) object;
        }
        throw missing(name, members.containsKey(name), "an object");
    }

    private static String text(String field, Map<String, @Nullable Object> object, String name) {
        if (object.get(name) instanceof String text) {
            return text;
        }
        throw missing(field, object.containsKey(name), "text");
    }

    private static InvalidEnvelopeException missing(String field, boolean there, String wanted) {
        return new InvalidEnvelopeException(field, there ? "must be " + wanted : "is missing: " + wanted);
    }

    private static InvalidEnvelopeException unknown(String name, String whose) {
        return new InvalidEnvelopeException(JsonReader.shown(name), "is not a field of " + whose);
    }
}
