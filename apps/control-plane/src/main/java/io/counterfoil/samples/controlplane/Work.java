package io.counterfoil.samples.controlplane;

import io.counterfoil.signals.envelope.Data;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command's data may ask of its work, for trying things out. Other members mean nothing.
 *
 * @param seconds how long it takes, 0 to {@value #MOST_SECONDS}
 * @param fails whether it fails for good
 */
public record Work(int seconds, boolean fails) {

    /** The longest work. */
    public static final int MOST_SECONDS = 60;

    /**
     * What this data asks for.
     *
     * @throws InvalidWorkException when a member is not what it is to be
     */
    public static Work of(Data data) {
        Map<String, @Nullable Object> members = data.asMap();
        Object seconds = members.containsKey("seconds") ? members.get("seconds") : 0L;
        Object fails = members.containsKey("fail") ? members.get("fail") : false;
        if (!(seconds instanceof Long number) || number < 0 || number > MOST_SECONDS) {
            throw new InvalidWorkException("data.seconds", "must be a whole number from 0 to " + MOST_SECONDS);
        }
        if (!(fails instanceof Boolean fail)) {
            throw new InvalidWorkException("data.fail", "must be true or false");
        }
        return new Work(number.intValue(), fail);
    }

    /** A member that is not what it is to be. Names it and the limit, and repeats no value. */
    public static final class InvalidWorkException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String field;
        private final String reason;

        InvalidWorkException(String field, String reason) {
            super(field + " " + reason);
            this.field = field;
            this.reason = reason;
        }

        /** Which member. */
        public String field() {
            return field;
        }

        /** What follows its name in a sentence. */
        public String reason() {
            return reason;
        }
    }
}
