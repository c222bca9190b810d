package io.counterfoil.springboot.store;

import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
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
 * Starts of Spring Batch's jobs by keyed work. A job that runs on the work's thread is part of its unit. Batch looks for the job before it creates it
 * in a transaction of another isolation level, so the unit begins with that level. A job on another thread could neither see nor end what the unit
 * has created for it: its start is refused. Thread-safe.
 *
 * @param repositories where jobs are created
 */
record KeyedJobs(ObjectProvider<JobRepository> repositories) implements MethodInterceptor {

    private static final ThreadLocal<@Nullable Launch> CURRENT = new ThreadLocal<>();

    private static final String WAYS_OUT =
            ". Otherwise set the endpoint's mode to lease, exempt it with @NotIdempotent, or start the job after the commit on another"
                    + " thread (@Async @TransactionalEventListener)";

    /** Around what starts jobs, and the repository that they report to. */
    @SuppressWarnings(
            "removal") // Operators are launchers, and there are launchers that are no operators until Batch removes the
    // type.
    static Advisor advisor(ObjectProvider<JobRepository> repositories) {
        NameMatchMethodPointcut methods = new NameMatchMethodPointcut();
        methods.setMappedNames("run", "start*", "restart", "update");
        methods.setClassFilter(
                type -> JobLauncher.class.isAssignableFrom(type) || JobRepository.class.isAssignableFrom(type));
        return new DefaultPointcutAdvisor(methods, new KeyedJobs(repositories));
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        if (!KeyedWork.isActive()) {
            return call.proceed();
        }
        if (call.getThis() instanceof JobRepository) {
            if (call.getArguments()[0] instanceof JobExecution) {
                Optional.ofNullable(CURRENT.get()).ifPresent(launch -> launch.executed = true);
            }
            return call.proceed();
        }
        Optional<TransactionInterceptor> transactions =
                Optional.ofNullable(repositories.getIfUnique()).flatMap(KeyedJobs::transactions);
        return transactions.isEmpty() ? call.proceed() : start(call, transactions.get());
    }

    private static @Nullable Object start(MethodInvocation call, TransactionInterceptor transactions) throws Throwable {
        isolate(transactions);
        Launch outer = CURRENT.get();
        Launch launch = new Launch();
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

    /** Gives the unit the isolation level under which jobs are created, unless it has it. In a transaction Batch refuses to create them itself. */
    private static void isolate(TransactionInterceptor transactions) {
        TransactionDefinition definition = definition(transactions);
        if (definition == null
                || TransactionSynchronizationManager.isActualTransactionActive()
                || !(transactions.getTransactionManager() instanceof PlatformTransactionManager manager)) {
            return;
        }
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

    private static @Nullable TransactionDefinition definition(TransactionInterceptor transactions) {
        var create = BeanUtils.findMethod(JobRepository.class, "createJobInstance", String.class, JobParameters.class);
        var attributes = transactions.getTransactionAttributeSource();
        return create == null || attributes == null
                ? null
                : attributes.getTransactionAttribute(create, JobRepository.class);
    }

    /** Empty for a repository without transactions. */
    private static Optional<TransactionInterceptor> transactions(Object repository) {
        for (Object proxy = repository;
                proxy instanceof Advised advised;
                proxy = AopProxyUtils.getSingletonTarget(proxy)) {
            for (Advisor advisor : advised.getAdvisors()) {
                if (advisor.getAdvice() instanceof TransactionInterceptor transactions) {
                    return Optional.of(transactions);
                }
            }
        }
        return Optional.empty();
    }

    /** One start of a job by this thread. */
    private static final class Launch {

        /** A job says first of all that it has started. */
        private boolean executed;

        void refuseOtherThread() {
            if (!executed) {
                KeyedWork.undo();
                throw new IllegalTransactionStateException(
                        "Spring Batch cannot run a job on another thread within this keyed request: what it has created for"
                                + " the job is not committed yet. Give the JobOperator a SyncTaskExecutor" + WAYS_OUT);
            }
        }
    }
}
