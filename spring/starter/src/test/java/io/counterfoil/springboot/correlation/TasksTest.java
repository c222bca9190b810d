package io.counterfoil.springboot.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

@Tag("CO-2")
@Timeout(600)
class TasksTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    CounterfoilTaskAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(Tasks.class);

    @Test
    void asyncMethod_goesOnUnderTheIdOfItsCaller() {
        application.run(context -> {
            Tasks tasks = context.getBean(Tasks.class);
            CorrelationId work = CorrelationId.parse("abcd");
            Correlation.Scope scope = Correlation.open(work);
            try (scope) {
                assertThat(tasks.later().get(5, TimeUnit.MINUTES)).hasValue(work);
            }
            assertThat(tasks.later().get(5, TimeUnit.MINUTES)).isPresent().get().isNotEqualTo(work);
        });
    }

    @Test
    @Tag("CO-1")
    void eachRunOfAScheduledMethod_isAUnitOfWorkOfItsOwn() {
        application.run(context -> {
            BlockingQueue<Optional<CorrelationId>> runs =
                    context.getBean(Tasks.class).runs();

            Optional<CorrelationId> first = runs.take();
            Optional<CorrelationId> second = runs.take();

            assertThat(first).isPresent().isNotEqualTo(second);
            assertThat(second).isPresent();
        });
    }

    @Test
    void decoratorOfTheApplication_isAskedToo() {
        application.withUserConfiguration(Decorated.class).run(context -> {
            CorrelationId work = CorrelationId.parse("abcd");
            Correlation.Scope scope = Correlation.open(work);
            try (scope) {
                assertThat(context.getBean(Tasks.class).later().get(5, TimeUnit.MINUTES))
                        .hasValue(work);
            }
            assertThat(context.getBean(Decorated.class).asked).isNotEmpty();
        });
    }

    @Test
    void exclusion_leavesTheTasksAlone() {
        Excluded.by(CounterfoilTaskAutoConfiguration.class, Tasks.class).run(context -> {
            assertThat(context).doesNotHaveBean(TaskDecorator.class);
            assertThat(context.getBean(Tasks.class).later().get(5, TimeUnit.MINUTES))
                    .isEmpty();
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableScheduling
    static class Tasks {

        private final BlockingQueue<Optional<CorrelationId>> runs = new LinkedBlockingQueue<>();

        /** By a method, because the bean is a proxy. */
        BlockingQueue<Optional<CorrelationId>> runs() {
            return runs;
        }

        @Async
        CompletableFuture<Optional<CorrelationId>> later() {
            return CompletableFuture.completedFuture(now());
        }

        @Scheduled(fixedDelay = 1)
        void nowAndThen() {
            runs.add(now());
        }

        private static Optional<CorrelationId> now() {
            assertThat(Optional.ofNullable(MDC.get(Correlation.MDC_KEY)).map(CorrelationId::parse))
                    .isEqualTo(Correlation.current());
            return Correlation.current();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Decorated {

        final BlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();

        @Bean
        TaskDecorator own() {
            return task -> {
                asked.add(task);
                return task;
            };
        }
    }
}
