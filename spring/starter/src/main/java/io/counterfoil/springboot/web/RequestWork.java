package io.counterfoil.springboot.web;

import io.counterfoil.correlation.Snapshot;
import io.counterfoil.servlet.CorrelationFilter;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.RegistrationBean;
import org.springframework.util.function.SingletonSupplier;

/**
 * The work of a request, as the application's correlation filter finds it. The filter is looked up for the first request: the web server
 * is customized before the beans that the filter needs can be made. Thread-safe.
 */
final class RequestWork {

    private final SingletonSupplier<Optional<CorrelationFilter>> filter;

    RequestWork(ObjectProvider<FilterRegistrationBean<CorrelationFilter>> registrations) {
        filter = SingletonSupplier.of(() -> registrations
                .orderedStream()
                .filter(RegistrationBean::isEnabled)
                .findFirst()
                .map(FilterRegistrationBean::getFilter));
    }

    /** As {@link CorrelationFilter#work}; no work where the application has switched the filter off. */
    Snapshot of(
            Function<String, @Nullable String> fields,
            Function<String, @Nullable Object> attributes,
            BiConsumer<String, Object> store) {
        return filter.obtain()
                .map(correlation -> correlation.work(fields, attributes, store))
                .orElseGet(Snapshot::nothing);
    }
}
