package io.counterfoil.springboot;

import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * What works by itself is made at start-up under {@code spring.main.lazy-initialization} too, since nothing asks for it: the purges, the relay
 * of the outbox, consumers, operations, callbacks. Those are the types of this library that are closed at the end. So are the tables, whose
 * check belongs to the start.
 */
@AutoConfiguration
class CounterfoilLazyInitializationAutoConfiguration {

    private static final String LIBRARY = "io.counterfoil.";

    @Bean
    static LazyInitializationExcludeFilter counterfoilLazyInitializationExcludeFilter() {
        return (name, definition, type) -> type.getName().startsWith(LIBRARY)
                && (AutoCloseable.class.isAssignableFrom(type) || type == DatabaseTables.class);
    }
}
