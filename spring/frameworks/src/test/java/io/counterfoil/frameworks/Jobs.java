package io.counterfoil.frameworks;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.support.JobOperatorFactoryBean;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.event.TransactionalEventListener;

/** A job whose step writes a note, and what starts it. */
@EnableAsync
@Import({BatchHandlers.class, Jobs.Starter.class})
class Jobs {

    record JobWanted(String what) {}

    /** Starts a job once what asks for it has committed. */
    static class Starter {

        private final Job job;
        private final JobOperator operator;
        private final BlockingQueue<String> started = new LinkedBlockingQueue<>();

        Starter(Job job, @Qualifier("jobOperator") JobOperator operator) {
            this.job = job;
            this.operator = operator;
        }

        @Async
        @TransactionalEventListener
        public void on(JobWanted wanted) throws Exception {
            started.add(operator.start(job, BatchHandlers.parameters(wanted.what()))
                    .getStatus()
                    .name());
        }

        BlockingQueue<String> started() {
            return started;
        }
    }

    @Bean
    Job job(JobRepository repository, PlatformTransactionManager manager, Notes notes) {
        return new JobBuilder("job", repository)
                .start(new StepBuilder("step", repository)
                        .tasklet(
                                (contribution, chunk) -> {
                                    String what = String.valueOf(contribution
                                            .getStepExecution()
                                            .getJobParameters()
                                            .getString("what"));
                                    notes.write(what);
                                    if (what.startsWith("bad-")) {
                                        throw new IllegalStateException("the step fails");
                                    }
                                    return RepeatStatus.FINISHED;
                                },
                                manager)
                        .build())
                .build();
    }

    @Bean
    JobOperatorFactoryBean asynchronousOperator(JobRepository repository, PlatformTransactionManager manager) {
        JobOperatorFactoryBean factory = new JobOperatorFactoryBean();
        factory.setJobRepository(repository);
        factory.setTransactionManager(manager);
        factory.setTaskExecutor(new SimpleAsyncTaskExecutor("job-"));
        return factory;
    }
}
