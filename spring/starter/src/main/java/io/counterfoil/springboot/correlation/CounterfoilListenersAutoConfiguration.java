package io.counterfoil.springboot.correlation;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Every {@link Correlation.Listener} among the beans is called for the IDs of this JVM, from the application's start to its end.
 *
 * <p>It also makes the settings be read, so that a wrong one is refused in an application of any kind.
 */
@AutoConfiguration
@EnableConfigurationProperties(CounterfoilProperties.class)
class CounterfoilListenersAutoConfiguration {

    /** Not lazy: no other bean depends on it, so a lazy application would never create it. */
    @Bean(initMethod = "add", destroyMethod = "remove")
    @Lazy(false)
    Listeners correlationListeners(ObjectProvider<Correlation.Listener> listeners) {
        return new Listeners(listeners.orderedStream().toList());
    }

    /** Those of one application. */
    record Listeners(List<Correlation.Listener> all) {

        void add() {
            all.forEach(Correlation::addListener);
        }

        void remove() {
            all.forEach(Correlation::removeListener);
        }
    }
}
