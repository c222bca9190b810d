package io.counterfoil.springboot.settings;

import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects settings that are not left out, by the names that they have in properties, as text. */
final class SettingTexts {

    private final Map<String, String> texts = new LinkedHashMap<>();

    SettingTexts add(String name, @Nullable Object value) {
        if (value != null) {
            texts.put(name, shown(value));
        }
        return this;
    }

    private static String shown(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().map(SettingTexts::shown).sorted().toList().toString();
        }
        return value instanceof Class<?> type ? type.getName() : SettingText.of(value);
    }

    Map<String, String> all() {
        return texts;
    }

    /** The text of an annotation's attribute; nothing where it has its default. */
    static @Nullable String text(String attribute) {
        return attribute.isEmpty() ? null : attribute;
    }

    /** The duration of an annotation's attribute; nothing where it has its default. */
    static @Nullable Duration duration(String setting, String attribute) {
        return attribute.isEmpty() ? null : SettingText.duration(setting, attribute);
    }

    /** The first of two values of a setting that is not left out. */
    static <T> @Nullable T first(@Nullable T stronger, @Nullable T weaker) {
        return stronger == null ? weaker : stronger;
    }
}
