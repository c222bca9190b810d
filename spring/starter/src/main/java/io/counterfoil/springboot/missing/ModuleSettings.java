package io.counterfoil.springboot.missing;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.DatabaseCorrelation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** The settings of an application whose modules may be missing. */
final class ModuleSettings {

    private static final String IDS = "counterfoil.ids";
    private static final String CONSOLE = "counterfoil.console";
    private static final String JDBC = "counterfoil.correlation.jdbc";

    private final Binder binder;
    private final @Nullable ClassLoader loader;

    ModuleSettings(Environment environment, @Nullable ClassLoader loader) {
        this.binder = Binder.get(environment);
        this.loader = loader;
    }

    /**
     * Refuses a setting that has no effect without a module.
     *
     * @throws CounterfoilStartUpException when the module is missing
     */
    void refuseWithoutEffect() {
        requireForAny(AddedModule.IDS, IDS);
        requireForAny(AddedModule.CONSOLE, CONSOLE);
        if (binder.bind(JDBC, DatabaseCorrelation.class).orElse(DatabaseCorrelation.OFF) != DatabaseCorrelation.OFF) {
            require(AddedModule.JDBC_CORRELATION, JDBC);
        }
    }

    private void requireForAny(AddedModule module, String prefix) {
        if (!binder.bind(prefix, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .isEmpty()) {
            require(module, prefix);
        }
    }

    private void require(AddedModule module, String setting) {
        if (module.isMissing(loader)) {
            throw new CounterfoilStartUpException(
                    "%s is set, and has no effect without %s, which is not on the class path."
                            .formatted(setting, module.artifact()),
                    "%s Or remove %s.".formatted(module.remedy(), setting));
        }
    }

    /** One line for each part of the application that works, and would be correlated by a module that is missing. */
    List<String> hints() {
        List<String> hints = new ArrayList<>();
        if (hasClients() && AddedModule.CLIENT.isMissing(loader)) {
            hints.add("Requests of RestClient, RestTemplate and WebClient carry no correlation ID. "
                    + AddedModule.CLIENT.remedy());
        }
        if (propagatesContext() && AddedModule.CONTEXT_PROPAGATION.isMissing(loader)) {
            hints.add(
                    "Work on Reactor's threads has no correlation ID, though spring.reactor.context-propagation is auto. "
                            + AddedModule.CONTEXT_PROPAGATION.remedy());
        }
        return hints;
    }

    private boolean hasClients() {
        return isPresent("org.springframework.boot.restclient.RestClientCustomizer")
                || isPresent("org.springframework.boot.webclient.WebClientCustomizer");
    }

    private boolean propagatesContext() {
        return isPresent("reactor.core.publisher.Hooks")
                && isPresent("io.micrometer.context.ContextRegistry")
                && binder.bind("spring.reactor.context-propagation", String.class)
                        .orElse("")
                        .equalsIgnoreCase("auto");
    }

    private boolean isPresent(String className) {
        return ClassUtils.isPresent(className, loader);
    }
}
