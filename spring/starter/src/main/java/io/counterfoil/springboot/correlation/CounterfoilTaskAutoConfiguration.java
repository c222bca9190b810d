package io.counterfoil.springboot.correlation;

import io.counterfoil.correlation.Correlation;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.TaskDecorator;

/**
 * Correlation IDs of the tasks of Spring's own executors and schedulers, which Spring Boot gives every {@link TaskDecorator} there is: a
 * task that is submitted within a unit of work, such as a call of an {@code @Async} method, continues under its ID; any other
 * task, such as a run of a {@code @Scheduled} method, is a unit of work of its own.
 *
 * <p>Excluded by {@code spring.autoconfigure.exclude}, it leaves them alone.
 */
@AutoConfiguration
class CounterfoilTaskAutoConfiguration {

    @Bean
    TaskDecorator correlationTaskDecorator() {
        return task ->
                Correlation.current().isPresent() ? Correlation.capture().wrap(task) : Correlation.beginning(task);
    }
}
