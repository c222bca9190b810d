package io.counterfoil.signals.envelope;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the data of an outcome always says. */
final class OutcomeData {

    static final String STATUS = "status";
    static final String RETRYABLE = "retryable";
    private static final String ERROR = "error";

    private OutcomeData() {}

    /** Status and retryable first, and then the rest. */
    static Data of(String status, boolean retryable, Data more) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put(STATUS, status);
        members.put(RETRYABLE, retryable);
        more.asMap().forEach(members::putIfAbsent);
        return Data.checked(Collections.unmodifiableMap(members));
    }

    static void check(Data data) {
        Map<String, @Nullable Object> members = data.asMap();
        Checks.line("data.status", text("data.status", members.get(STATUS)), SignalOutcome.MAX_STATUS_LENGTH);
        if (!(members.get(RETRYABLE) instanceof Boolean)) {
            throw new InvalidEnvelopeException("data.retryable", "is required and must be true or false");
        }
        if (members.containsKey(ERROR)) {
            error(members.get(ERROR));
        }
    }

    static Optional<SignalFailure> error(Data data) {
        return data.asMap().containsKey(ERROR) ? Optional.of(error(data.asMap().get(ERROR))) : Optional.empty();
    }

    private static SignalFailure error(@Nullable Object error) {
        if (!(error instanceof Map<?, ?> members)) {
            throw new InvalidEnvelopeException("data.error", "must be an object or absent");
        }
        for (Object name : members.keySet()) {
            if (!name.equals("code") && !name.equals("message")) {
                throw new InvalidEnvelopeException(
                        "data.error." + JsonReader.shown(name.toString()), "is an unknown field");
            }
        }
        return new SignalFailure(
                text("data.error.code", members.get("code")), text("data.error.message", members.get("message")));
    }

    private static String text(String field, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw new InvalidEnvelopeException(field, "is required and must be a text");
    }
}
