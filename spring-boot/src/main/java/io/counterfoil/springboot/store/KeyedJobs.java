package io.counterfoil.springboot.store;

import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.batch.core.configuration.JobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersIncrementer;
import org.springframework.batch.core.job.parameters.JobParametersValidator;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Starts of Spring Batch's jobs by keyed work. A job that runs on the work's thread is part of its unit. Batch looks for the job before it creates it in a
 * transaction of another isolation level, so the unit begins with that level. A job on another thread could neither see nor end what the
 * unit has created for it: its start is refused. Thread-safe.
 *
 * @param repositories where jobs are created
 */
record KeyedJobs(ObjectProvider<JobRepository> repositories) implements MethodInterceptor {

    private static final ThreadLocal<@Nullable Launch> CURRENT = new ThreadLocal<>();

    private static final String WAYS_OUT =
            ". Otherwise set the endpoint's mode to lease, exempt it with @NotIdempotent, or start the job after the commit on another"
                    + " thread (@Async @TransactionalEventListener)";

    /** Around what starts jobs, and what finds those that are started by name. */
    @SuppressWarnings(
            "removal") // Operators are launchers, and there are launchers that are no operators until Batch removes the
    // type.
    static Advisor advisor(ObjectProvider<JobRepository> repositories) {
        NameMatchMethodPointcut starts = new NameMatchMethodPointcut();
        starts.setMappedNames("run", "start*", "restart", "getJob");
        starts.setClassFilter(
                type -> JobLauncher.class.isAssignableFrom(type) || JobRegistry.class.isAssignableFrom(type));
        return new DefaultPointcutAdvisor(starts, new KeyedJobs(repositories));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        if (!KeyedWork.isActive()) {
            return call.proceed();
        }
        Launch outer = CURRENT.get();
        if (call.getThis() instanceof JobRegistry) {
            Object found = call.proceed();
            return found instanceof Job job && outer != null ? outer.of(job) : found;
        }
        Launch launch = new Launch();
        isolate();
        @Nullable Object[] arguments = call.getArguments();
        if (arguments.length > 0 && arguments[0] instanceof Job job) {
            arguments[0] = launch.of(job);
        }
        CURRENT.set(launch);
        try {
            Object started = call.proceed();
            launch.refuseOtherThread();
            return started;
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** Gives the unit the isolation level under which jobs are created, unless it has it. */
    private void isolate() {
        Optional<TransactionInterceptor> creating = TransactionSynchronizationManager.isActualTransactionActive()
                ? Optional.empty()
                : Optional.ofNullable(repositories.getIfUnique()).flatMap(KeyedJobs::transactions);
        creating.ifPresent(transactions -> {
            TransactionDefinition definition = definition(transactions);
            if (definition != null
                    && transactions.getTransactionManager() instanceof PlatformTransactionManager manager) {
                try {
                    new TransactionTemplate(manager, definition).executeWithoutResult(status -> {});
                } catch (IllegalTransactionStateException refused) {
                    throw new IllegalTransactionStateException(
                            "Spring Batch cannot create a job within this keyed request: " + refused.getMessage()
                                    + ". Start the job before other statements, or create jobs under the isolation level of the"
                                    + " other statements (spring.batch.jdbc.isolation-level-for-create)" + WAYS_OUT,
                            refused);
                }
            }
        });
    }

    private static @Nullable TransactionDefinition definition(TransactionInterceptor transactions) {
        var create = BeanUtils.findMethod(JobRepository.class, "createJobInstance", String.class, JobParameters.class);
        var attributes = transactions.getTransactionAttributeSource();
        return create == null || attributes == null
                ? null
                : attributes.getTransactionAttribute(create, JobRepository.class);
    }

    /** Empty for a repository without transactions. */
    private static Optional<TransactionInterceptor> transactions(JobRepository repository) {
        if (!(repository instanceof Advised advised)) {
            return Optional.empty();
        }
        for (Advisor advisor : advised.getAdvisors()) {
            if (advisor.getAdvice() instanceof TransactionInterceptor transactions) {
                return Optional.of(transactions);
            }
        }
        return Optional.empty();
    }

    /** One start of a job. */
    private static final class Launch {

        private final Thread thread = Thread.currentThread();
        private boolean found;
        private boolean executed;

        Job of(Job job) {
            found = true;
            return new LaunchedJob(job, this);
        }

        boolean isOnItsThread() {
            if (Thread.currentThread() != thread) {
                return false;
            }
            executed = true;
            return true;
        }

        void refuseOtherThread() {
            if (found && !executed) {
                KeyedWork.undo();
                throw new IllegalTransactionStateException(
                        "Spring Batch cannot run a job on another thread within this keyed request: what it has created for"
                                + " the job is not committed yet. Give the JobOperator a SyncTaskExecutor" + WAYS_OUT);
            }
        }
    }

    /** Runs on the thread that has started it, or not at all. */
    private record LaunchedJob(Job job, Launch launch) implements Job {

        @Override
        public String getName() {
            return job.getName();
        }

        @Override
        public boolean isRestartable() {
            return job.isRestartable();
        }

        @Override
        public void execute(JobExecution execution) throws JobInterruptedException {
            if (launch.isOnItsThread()) {
                job.execute(execution);
            }
        }

        @Override
        public @Nullable JobParametersIncrementer getJobParametersIncrementer() {
            return job.getJobParametersIncrementer();
        }

        @Override
        public JobParametersValidator getJobParametersValidator() {
            return job.getJobParametersValidator();
        }

        @Override
        public String toString() {
            return job.toString();
        }
    }
}
