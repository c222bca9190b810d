package io.counterfoil.springboot;

import io.counterfoil.springboot.internal.SettingsInCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says of an unknown property under {@code counterfoil} how the setting is set in code, where it is; others are left to Spring Boot. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnknownSettingAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    private static final String PREFIX = "counterfoil.";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<String> descriptions = new ArrayList<>();
        for (ConfigurationProperty property : new TreeSet<>(cause.getUnboundProperties())) {
            String name = property.getName().toString();
            if (name.startsWith(PREFIX)) {
                inCode(name).ifPresent(way -> descriptions.add(name + " is set by " + way + "."));
            }
        }
        return descriptions.isEmpty()
                ? null
                : new FailureAnalysis(
                        "There is no such property: " + String.join(" ", descriptions),
                        "Remove the property, and define the bean. A PolicyCustomizer for one endpoint is the last argument of"
                                + " EndpointsCustomizer.Rules.at(path, settings, policies).",
                        cause);
    }

    private static Optional<String> inCode(String name) {
        return SettingsInCode.of(name.substring(PREFIX.length()).replaceFirst("^endpoints\\[\\d+]\\.", ""));
    }
}
