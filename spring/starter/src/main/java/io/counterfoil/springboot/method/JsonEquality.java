package io.counterfoil.springboot.method;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Equality of two JSON texts in which members, and the elements of an array, may be in any order: a set has none. */
final class JsonEquality {

    private JsonEquality() {}

    static boolean equal(JsonMapper mapper, byte[] one, byte[] other) {
        return Arrays.equals(one, other) || unordered(mapper, one).equals(unordered(mapper, other));
    }

    private static Object unordered(JsonMapper mapper, byte[] json) {
        return unordered(mapper.reader()
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readTree(json));
    }

    private static Object unordered(JsonNode node) {
        if (node.isArray()) {
            Map<Object, Integer> elements = new HashMap<>();
            node.forEach(element -> elements.merge(unordered(element), 1, Integer::sum));
            return Map.of("elements", elements);
        }
        if (node.isObject()) {
            Map<String, Object> members = new HashMap<>();
            node.forEachEntry((name, member) -> members.put(name, unordered(member)));
            return members;
        }
        return node.isNumber() ? node.decimalValue().stripTrailingZeros() : node;
    }
}
