package io.counterfoil.testkit.network;

import java.util.HashMap;
import java.util.Map;

/**
 * A response.
 *
 * @param status the status code
 * @param headers all fields other than the length
 * @param body encoded as ISO 8859-1
 * @param announcedLength the value of {@code Content-Length}; if it exceeds the length of the body, the client
 *     waits for the rest
 */
public record ScriptedReply(int status, Map<String, String> headers, String body, int announcedLength) {

    /**
     * {@return a response without further header fields, which announces the length of its body}
     *
     * @param status the status code
     * @param body encoded as ISO 8859-1
     */
    public static ScriptedReply of(int status, String body) {
        return new ScriptedReply(status, Map.of(), body, body.length());
    }

    /**
     * {@return a copy with a header field set}
     *
     * @param name the field's name
     * @param value the field's value
     */
    public ScriptedReply with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new ScriptedReply(status, more, body, announcedLength);
    }

    /**
     * {@return a copy with another announced length}
     *
     * @param length the value of {@code Content-Length}; it need not be that of the body
     */
    public ScriptedReply announcing(int length) {
        return new ScriptedReply(status, headers, body, length);
    }
}
