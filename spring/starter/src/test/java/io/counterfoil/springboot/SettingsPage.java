package io.counterfoil.springboot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The settings of the starter: general ones from the configuration metadata, those of an endpoint from the record that they are bound to. */
final class SettingsPage {

    private static final String PREFIX = "counterfoil.";

    private static final Path SOURCE = Path.of("src/main/java/io/counterfoil/springboot/EndpointSettings.java");

    private SettingsPage() {}

    /** A general property; the default is empty where there is none. */
    private record Setting(String description, String defaultValue) {}

    /** By the name under {@code counterfoil}; without the list of endpoints, and without those of typed ids, which are another module's. */
    private static Map<String, Setting> general() {
        Map<String, Setting> settings = new TreeMap<>();
        metadata().get("properties").forEach(property -> {
            String name = property.path("name").asString();
            if (name.startsWith(PREFIX) && !name.matches("counterfoil\\.(endpoints|ids)(\\..*)?")) {
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
    private static Map<String, String> perEndpoint() {
        Map<String, String> documented = documented();
        Map<String, String> descriptions = new LinkedHashMap<>();
        for (RecordComponent setting : EndpointSettings.class.getRecordComponents()) {
            descriptions.put(dashed(setting.getName()), documented.getOrDefault(setting.getName(), ""));
        }
        return descriptions;
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** The Javadoc of the settings of an endpoint, which the metadata have not: they are those of a list's elements. */
    private static Map<String, String> documented() {
        Map<String, String> texts = new LinkedHashMap<>();
        Matcher component = Pattern.compile("@param (\\w+) (.+)").matcher(source());
        while (component.find()) {
            texts.putIfAbsent(component.group(1), component.group(2));
        }
        return texts;
    }

    private static String source() {
        try {
            return Files.readString(SOURCE);
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
