package io.counterfoil.springboot.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * How the client of a request is identified. An immutable value.
 *
 * @param kind what identifies it
 * @param header the header field that is read; empty where none is
 */
public record ClientSource(ClientKind kind, Optional<String> header) {

    /** A header field that names the client. */
    public static final ClientSource HEADER = new ClientSource(ClientKind.HEADER, Optional.of("X-Client-Name"));

    /** The authenticated principal. */
    public static final ClientSource PRINCIPAL = new ClientSource(ClientKind.PRINCIPAL, Optional.empty());

    private static final ClientSource NONE = new ClientSource(ClientKind.NONE, Optional.empty());

    /**
     * {@return the source that is written like this}
     *
     * @param text {@code principal}, {@code header}, {@code header:X-Client-Name}, {@code api-key:X-Api-Key} or {@code none}
     * @throws IllegalArgumentException when it is none of these
     */
    public static ClientSource of(String text) {
        int colon = text.indexOf(':');
        String name = text.substring(colon + 1).strip();
        if (colon >= 0 && !name.isEmpty()) {
            return switch (text.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "header" -> new ClientSource(ClientKind.HEADER, Optional.of(name));
                case "api-key" -> new ClientSource(ClientKind.API_KEY, Optional.of(name));
                default -> throw unreadable(text);
            };
        }
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "principal" -> PRINCIPAL;
            case "header" -> HEADER;
            case "none" -> NONE;
            case "api-key" ->
                throw new IllegalArgumentException(
                        "counterfoil.client must name the header field that carries the key: api-key:X-Api-Key");
            default -> throw unreadable(text);
        };
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("counterfoil.client must be principal, header, header:X-Client-Name,"
                + " api-key:X-Api-Key or none, not \"" + text + "\"");
    }
}
