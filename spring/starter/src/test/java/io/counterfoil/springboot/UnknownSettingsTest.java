package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.internal.SettingsInCode;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.Policies;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** An unknown property fails, and says how the setting is set where that is in code. */
class UnknownSettingsTest {

    private static final String CUSTOMIZER = "a bean of type PolicyCustomizer: ";

    private static BindException refused(String property) {
        try {
            new Binder(new MapConfigurationPropertySource(Map.of("counterfoil." + property, "1")))
                    .bind(
                            "counterfoil",
                            Bindable.of(CounterfoilProperties.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException refused) {
            return refused;
        }
        throw new AssertionError(property + " was bound");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "retry-after",
                "endpoints[0].retry-after",
                "endpoints[0].key-lifetime",
                "lease.no-effect-on",
                "endpoints[0].lease.no-effect-on",
                "purge.creations.max-age",
                "replay-cache.max-size",
                "citus",
                "correlation.verbatim"
            })
    void settingInCode_asAProperty_failsAndNamesTheBean(String property) {
        FailureAnalysis analysis = Objects.requireNonNull(new UnknownSettingAnalyzer().analyze(refused(property)));

        assertThat(analysis.getDescription()).contains("counterfoil." + property + " is set by a bean of type ");
        assertThat(analysis.getAction()).endsWith(".");
    }

    @Test
    void anyOtherName_fails_asSpringBootReportsIt() {
        assertThat(new UnknownSettingAnalyzer().analyze(refused("creat-table"))).isNull();
    }

    @Test
    void eachWayOfAPolicy_isAChainOfMethods() {
        assertThat(SettingsInCode.all().values().stream().filter(way -> way.startsWith(CUSTOMIZER)))
                .isNotEmpty()
                .allSatisfy(way -> {
                    Class<?> type = Policies.class;
                    for (String name : way.substring(CUSTOMIZER.length()).split(", ", -1)) {
                        type = changedBy(type, name);
                    }
                });
    }

    /** What the wither of this name changes: the type of the change's argument. */
    private static Class<?> changedBy(Class<?> type, String name) {
        Method wither = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(type.getSimpleName() + " has no method " + name));
        return wither.getGenericParameterTypes()[0] instanceof ParameterizedType change
                        && change.getActualTypeArguments()[0] instanceof Class<?> changed
                ? changed
                : Object.class;
    }
}
