package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.settings.EndpointSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings, and where each is from.
 *
 * @param sources by the name of the setting: {@code @Idempotent on X}, {@code counterfoil.endpoints[0]}
 */
record SourcedSettings(EndpointSettings settings, Map<String, String> sources) {

    static final SourcedSettings NONE = new SourcedSettings(EndpointSettings.NONE, Map.of());

    static SourcedSettings of(EndpointSettings settings, String source) {
        Map<String, String> sources = new HashMap<>();
        settings.asText().keySet().forEach(name -> sources.put(name, source));
        return new SourcedSettings(settings, sources);
    }

    boolean isEmpty() {
        return sources.isEmpty();
    }

    /** These, and where they leave one out, that of the others. */
    SourcedSettings over(SourcedSettings weaker) {
        Map<String, String> both = new HashMap<>(weaker.sources);
        both.putAll(sources);
        return new SourcedSettings(settings.over(weaker.settings), both);
    }

    /** The settings that both have, with different values. */
    List<String> contradictions(SourcedSettings other) {
        Map<String, String> theirs = other.settings.asText();
        List<String> found = new ArrayList<>();
        settings.asText().forEach((name, value) -> {
            String their = theirs.get(name);
            if (their != null && !their.equals(value)) {
                found.add(name + " is " + value + " by " + sources.get(name) + ", and " + their + " by "
                        + other.sources.get(name));
            }
        });
        return found;
    }

    /** Each setting with its value and where it is from. */
    Map<String, Map<String, String>> describe() {
        Map<String, Map<String, String>> described = new LinkedHashMap<>();
        settings.asText().forEach((name, value) -> {
            Map<String, String> setting = new LinkedHashMap<>();
            setting.put("value", value);
            setting.put("source", sources.get(name));
            described.put(name, setting);
        });
        return described;
    }
}
