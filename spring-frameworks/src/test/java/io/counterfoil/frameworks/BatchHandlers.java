package io.counterfoil.frameworks;

import io.counterfoil.springboot.EndpointSettings.Mode;
import io.counterfoil.springboot.Idempotent;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.launch.support.JobOperatorFactoryBean;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A job whose step writes a note, and handlers that start it. */
@Import(BatchHandlers.Controller.class)
class BatchHandlers {

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

    @RestController
    static class Controller {

        private final Job job;
        private final JobOperator operator;
        private final JobOperator asynchronous;
        private final Notes notes;

        Controller(
                Job job,
                @Qualifier("jobOperator") JobOperator operator,
                @Qualifier("asynchronousOperator") JobOperator asynchronous,
                Notes notes) {
            this.job = job;
            this.operator = operator;
            this.asynchronous = asynchronous;
            this.notes = notes;
        }

        private String start(JobOperator by, String what) throws Exception {
            return by.start(
                            job,
                            new JobParametersBuilder().addString("what", what).toJobParameters())
                    .getStatus()
                    .name();
        }

        @PostMapping("/job/{what}")
        String job(@PathVariable String what) throws Exception {
            return start(operator, what);
        }

        @PostMapping("/job-then-failure/{what}")
        String thenFailure(@PathVariable String what) throws Exception {
            start(operator, what);
            throw new IllegalStateException("after the job");
        }

        @PostMapping("/job-after-a-statement/{what}")
        String afterAStatement(@PathVariable String what) throws Exception {
            notes.write(what);
            return start(operator, what);
        }

        @PostMapping("/told/{what}")
        String told(@PathVariable String what) throws Exception {
            notes.write(what);
            try {
                return start(operator, what);
            } catch (RuntimeException refused) {
                return refused.toString();
            }
        }

        @PostMapping("/asynchronous/{what}")
        String asynchronous(@PathVariable String what) throws Exception {
            return start(asynchronous, what);
        }

        @PostMapping("/asynchronous-told/{what}")
        String asynchronousTold(@PathVariable String what) throws Exception {
            try {
                return start(asynchronous, what);
            } catch (RuntimeException refused) {
                throw new IllegalArgumentException(refused);
            }
        }

        @PostMapping("/asynchronous-caught/{what}")
        String asynchronousCaught(@PathVariable String what) throws Exception {
            try {
                return start(asynchronous, what);
            } catch (RuntimeException refused) {
                return "caught";
            }
        }

        @Idempotent(mode = Mode.LEASE)
        @PostMapping("/job-in-lease-mode/{what}")
        String inLeaseMode(@PathVariable String what) throws Exception {
            notes.write(what);
            return start(operator, what);
        }

        @ExceptionHandler(IllegalArgumentException.class)
        ResponseEntity<String> told(IllegalArgumentException failure) {
            return ResponseEntity.internalServerError().body(String.valueOf(failure.getCause()));
        }
    }
}
