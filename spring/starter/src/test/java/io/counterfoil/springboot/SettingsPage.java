package io.counterfoil.springboot;

import io.counterfoil.springboot.internal.SettingsInCode;
import io.counterfoil.springboot.settings.EndpointSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings of the starter: general ones from the configuration metadata, those of an endpoint from the records that they are bound to. */
final class SettingsPage {

    private static final String PREFIX = "counterfoil.";

    private static final Path SOURCES = Path.of("src/main/java");

    private SettingsPage() {}

    /** A general property; the default is empty where there is none. */
    record Setting(String description, String defaultValue) {}

    /** By the name under {@code counterfoil}; without the list of endpoints, and without those of typed ids and of the console, which are other modules'. */
    static Map<String, Setting> general() {
        Map<String, Setting> settings = new TreeMap<>();
        metadata().get("properties").forEach(property -> {
            String name = property.path("name").asString();
            if (name.startsWith(PREFIX) && !name.matches("counterfoil\\.(endpoints|ids|console)(\\..*)?")) {
                settings.put(
                        name.substring(PREFIX.length()),
                        new Setting(
                                property.path("description").asString(),
                                property.path("defaultValue").asString("")));
            }
        });
        return settings;
    }

    /** The descriptions by the name under {@code counterfoil.endpoints[…]}. */
    static Map<String, String> perEndpoint() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        addTo(descriptions, "", EndpointSettings.class);
        return descriptions;
    }

    private static void addTo(Map<String, String> descriptions, String prefix, Class<?> type) {
        Map<String, String> documented = documented(type);
        for (Parameter parameter : bound(type).getParameters()) {
            String name = prefix + dashed(parameter.getName());
            if (parameter.getType().isRecord()) {
                addTo(descriptions, name + ".", parameter.getType());
            } else {
                descriptions.put(name, documented.getOrDefault(parameter.getName(), ""));
            }
        }
    }

    private static Constructor<?> bound(Class<?> type) {
        Constructor<?>[] all = type.getDeclaredConstructors();
        return Arrays.stream(all)
                .filter(constructor -> constructor.isAnnotationPresent(ConstructorBinding.class))
                .findFirst()
                .orElse(all[0]);
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The Javadoc of a record's components. */
    private static Map<String, String> documented(Class<?> type) {
        Map<String, String> texts = new LinkedHashMap<>();
        Matcher component = Pattern.compile("@param (\\w+) (.+)").matcher(source(type));
        while (component.find()) {
            texts.putIfAbsent(component.group(1), component.group(2));
        }
        return texts;
    }

    private static String source(Class<?> type) {
        try {
            return Files.readString(SOURCES.resolve(type.getName().replace('.', '/') + ".java"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The page: all settings, with how each is set. */
    static String text() {
        StringBuilder page = new StringBuilder("""
                # Settings

                Generated from the starter's configuration metadata and Javadoc by `SettingsPageTest`; `-Dsettings.write=true` rewrites it.
                Precedence: method, class, `counterfoil.endpoints[…]`, `counterfoil.*`. Durations are `30s`, `7d`, `PT1H`; sizes `64KB`, `1MB`.
                An unknown name is a start-up failure.

                ## Properties under `counterfoil`

                | property | default | |
                |---|---|---|
                """);
        general().forEach((name, setting) -> row(page, name, code(setting.defaultValue()), setting.description()));
        page.append("""

                ## Properties of one endpoint, under `counterfoil.endpoints[…]`

                | property | |
                |---|---|
                """);
        perEndpoint().forEach((name, description) -> row(page, name, description));
        page.append("""

                ## Settings in code

                | setting | set by |
                |---|---|
                """);
        SettingsInCode.all().forEach((name, way) -> row(page, name, way));
        return page.toString();
    }

    private static void row(StringBuilder page, String name, String... cells) {
        page.append("| `")
                .append(name)
                .append("` | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : '`' + text + '`';
    }

    private static JsonNode metadata() {
        Path classes = Path.of("target/classes/META-INF/spring-configuration-metadata.json");
        try (InputStream json = Files.newInputStream(classes)) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
