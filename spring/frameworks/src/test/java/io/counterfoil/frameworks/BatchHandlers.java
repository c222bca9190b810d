package io.counterfoil.frameworks;

import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import java.util.Objects;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that start a job. */
@RestController
class BatchHandlers {

    private final Job job;
    private final JobOperator operator;
    private final JobOperator asynchronous;
    private final JobRepository repository;
    private final Notes notes;
    private final TransactionTemplate transaction;
    private final ApplicationEventPublisher events;

    BatchHandlers(
            Job job,
            @Qualifier("jobOperator") JobOperator operator,
            @Qualifier("asynchronousOperator") JobOperator asynchronous,
            JobRepository repository,
            Notes notes,
            PlatformTransactionManager manager,
            ApplicationEventPublisher events) {
        this.job = job;
        this.operator = operator;
        this.asynchronous = asynchronous;
        this.repository = repository;
        this.notes = notes;
        this.transaction = new TransactionTemplate(manager);
        this.events = events;
    }

    static JobParameters parameters(String what) {
        return new JobParametersBuilder().addString("what", what).toJobParameters();
    }

    private String start(JobOperator by, String what) throws Exception {
        return by.start(job, parameters(what)).getStatus().name();
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

    @PostMapping("/restart/{what}")
    String restart(@PathVariable String what) throws Exception {
        return operator.restart(last(what)).getStatus().name();
    }

    @PostMapping("/restart-asynchronous/{what}")
    String restartAsynchronous(@PathVariable String what) throws Exception {
        return asynchronous.restart(last(what)).getStatus().name();
    }

    private JobExecution last(String what) {
        return Objects.requireNonNull(repository.getLastJobExecution("job", parameters(what)));
    }

    @PostMapping("/job-after-the-commit/{what}")
    String afterTheCommit(@PathVariable String what) {
        transaction.executeWithoutResult(status -> {
            notes.write(what);
            events.publishEvent(new Jobs.JobWanted(what));
        });
        return "wanted";
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
