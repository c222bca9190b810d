package io.counterfoil.transparency.shapes.filter;

import io.counterfoil.transparency.Seen;
import io.counterfoil.transparency.shapes.Db;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The application's filters: in front of all others, without an order, and behind a filter of order 0. */
@Configuration(proxyBeanMethods = false)
class FilterConfiguration {

    @Bean
    FilterRegistrationBean<ApplicationFilter> first(Db db, Seen seen) {
        return registered("first", db, seen, Ordered.HIGHEST_PRECEDENCE);
    }

    @Bean
    FilterRegistrationBean<ApplicationFilter> last(Db db, Seen seen) {
        return registered("last", db, seen, 10);
    }

    @Bean
    ApplicationFilter unordered(Db db, Seen seen) {
        return new ApplicationFilter("unordered", db, seen);
    }

    private static FilterRegistrationBean<ApplicationFilter> registered(String place, Db db, Seen seen, int order) {
        FilterRegistrationBean<ApplicationFilter> filter =
                new FilterRegistrationBean<>(new ApplicationFilter(place, db, seen));
        filter.setName(place);
        filter.setOrder(order);
        return filter;
    }
}
