package io.counterfoil.samples.printed;

import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import tools.jackson.databind.json.JsonMapper;

/** Checks settings: each name is one of the configuration metadata of ours or Spring Boot's, and ours are bound as an application binds them. */
final class SettingBlocks {

    private final Set<String> names = new HashSet<>();

    SettingBlocks() throws IOException {
        for (URL metadata : Collections.list(
                SettingBlocks.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                JsonMapper.shared()
                        .readTree(json)
                        .get("properties")
                        .forEach(property -> names.add(property.get("name").asString()));
            }
        }
    }

    List<String> faults(List<Block> blocks) throws IOException {
        List<String> faults = new ArrayList<>();
        for (Block block : blocks) {
            List<PropertySource<?>> sources = new YamlPropertySourceLoader()
                    .load(block.where(), new ByteArrayResource(block.text().getBytes(StandardCharsets.UTF_8)));
            sources.forEach(source -> names((EnumerablePropertySource<?>) source).stream()
                    .filter(name -> !isKnown(name))
                    .forEach(name -> faults.add(block.where() + ": no setting " + name)));
            try {
                new Binder(ConfigurationPropertySources.from(sources))
                        .bind(
                                "counterfoil",
                                Bindable.of(CounterfoilProperties.class),
                                new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
            } catch (BindException refused) {
                faults.add(block.where() + ": " + refused.getMessage() + ": " + refused.getCause());
            }
        }
        return faults;
    }

    private static List<String> names(EnumerablePropertySource<?> source) {
        return List.of(source.getPropertyNames());
    }

    /** Those of a list, as of an endpoint, are in no metadata: binding them shows whether they are known. */
    private boolean isKnown(String name) {
        return name.contains("[") ? names.contains(name.replaceFirst("\\[.*", "")) : names.contains(name);
    }
}
