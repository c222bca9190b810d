package io.counterfoil.signals.envelope;

/**
 * Why a command failed.
 *
 * @param code for programs: 1 to {@value #MAX_CODE_LENGTH} characters without control characters, such as {@code no-capacity}
 * @param message for people: 1 to {@value #MAX_MESSAGE_LENGTH} characters without control characters, line breaks among them
 */
public record SignalFailure(String code, String message) {

    /** The longest code, in characters. */
    public static final int MAX_CODE_LENGTH = 64;

    /** The longest message, in characters. */
    public static final int MAX_MESSAGE_LENGTH = 1_024;

    /** @throws InvalidEnvelopeException when a text is empty, too long or unreadable */
    public SignalFailure {
        Checks.line("data.error.code", code, MAX_CODE_LENGTH);
        Checks.line("data.error.message", message, MAX_MESSAGE_LENGTH);
    }

    /**
     * {@return the same for a message of any content, such as an exception's: what is not allowed becomes a space, what is too long is cut,
     * and what is empty is called "no message"}
     */
    public static SignalFailure of(String code, String anyMessage) {
        StringBuilder text = new StringBuilder();
        anyMessage
                .codePoints()
                .limit(MAX_MESSAGE_LENGTH)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? ' '
                        : c)
                .forEach(text::appendCodePoint);
        return new SignalFailure(code, text.isEmpty() ? "no message" : text.toString());
    }
}
