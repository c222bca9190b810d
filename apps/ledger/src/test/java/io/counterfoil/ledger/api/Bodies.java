package io.counterfoil.ledger.api;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies to send. */
final class Bodies {

    private static final JsonMapper MAPPER = new JsonMapper();

    private Bodies() {}

    /** A JSON object of these members: name, value, name, value. */
    static String json(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return MAPPER.writeValueAsString(members);
    }

    /** An object with one member set to a value that is given as JSON text, well-formed or not. */
    static String with(Map<String, String> members, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        return text(changed);
    }

    /** An object with one member taken out. */
    static String without(Map<String, String> members, String name) {
        Map<String, String> changed = new LinkedHashMap<>(members);
        changed.remove(name);
        return text(changed);
    }

    /** An object of members whose values are JSON texts. */
    static String text(Map<String, String> members) {
        StringBuilder text = new StringBuilder("{");
        members.forEach((name, value) -> text.append(text.length() > 1 ? "," : "")
                .append('"')
                .append(name)
                .append("\":")
                .append(value));
        return text.append('}').toString();
    }

    static JsonNode read(byte[] json) {
        return MAPPER.readTree(json);
    }
}
