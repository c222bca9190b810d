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

    /**
     * Checks the texts.
     *
     * @param code 1 to {@value #MAX_CODE_LENGTH} characters without control characters
     * @param message 1 to {@value #MAX_MESSAGE_LENGTH} characters without control characters
     * @throws InvalidEnvelopeException when a text is empty, too long or unreadable
     */
    public SignalFailure {
        Checks.line("data.error.code", code, MAX_CODE_LENGTH);
        Checks.line("data.error.message", message, MAX_MESSAGE_LENGTH);
    }

    /**
     * {@return a failure whose message is made readable: a character that is not allowed becomes a space, a message that is too long is cut, and an
     * empty one becomes "no message"}
     *
     * @param code 1 to {@value #MAX_CODE_LENGTH} characters without control characters
     * @param anyMessage any text, such as an exception's message
     * @throws InvalidEnvelopeException when the code is empty, too long or unreadable
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
