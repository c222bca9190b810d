import static java.util.concurrent.StructuredTaskScope.Joiner.awaitAllSuccessfulOrThrow;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.ThreadFactory;
import org.slf4j.MDC;

/**
 * Work in structured subtasks, which says on each line what was seen where. It is run from its source, because the classes of this
 * build are older than the JDK's API.
 */
final class Subtasks {

    public static void main(String[] args) throws Exception {
        try (var work = Correlation.open(CorrelationId.parse("abcd"))) {
            guide();
            scopesOfTheOwner();
            wrappedTasks();
            failure();
            tell("owner in the end", seen());
        }
        tell("owner outside", seen());
    }

    /** As it stands in docs/guides/correlation.md. */
    private static void guide() throws InterruptedException {
        ThreadFactory threads = Correlation.propagatingThreads(Thread.ofVirtual().factory());
        try (var tasks = StructuredTaskScope.open(awaitAllSuccessfulOrThrow(), of -> of.withThreadFactory(threads))) {
            var seats = tasks.fork(() -> reserve()); // the same corr_id
            var price = tasks.fork(() -> {
                try (var part = Correlation.child()) { // corr_id=….1
                    return calculate();
                }
            });
            tasks.join();
            tell("subtask", seats.get());
            tell("subtask's child", price.get());
        }
        tell("owner after join", seen());
        tell("owner's next child", inAChild());
    }

    private static void scopesOfTheOwner() throws InterruptedException {
        ThreadFactory threads = Correlation.propagatingThreads(Thread.ofVirtual().factory());
        try (var tasks = StructuredTaskScope.open(awaitAllSuccessfulOrThrow(), of -> of.withThreadFactory(threads))) {
            var before = tasks.fork(Subtasks::seen);
            StructuredTaskScope.Subtask<String> within;
            StructuredTaskScope.Subtask<String> nested;
            try (var part = Correlation.open(CorrelationId.parse("part"))) {
                within = tasks.fork(Subtasks::seen);
                nested = tasks.fork(Subtasks::ofASubtask);
            }
            var after = tasks.fork(Subtasks::seen);
            var begun = tasks.fork(Correlation.beginning(() -> tell("begins", seen().length() + " characters")));
            tasks.join();
            tell("forked before a scope", before.get());
            tell("forked within a scope", within.get());
            tell("forked after a scope", after.get());
            tell("subtask of a subtask", nested.get());
            begun.get();
        }
    }

    private static void wrappedTasks() throws InterruptedException {
        try (var tasks = StructuredTaskScope.open()) {
            var wrapped = tasks.fork(Correlation.capture().wrap(Subtasks::seen));
            var plain = tasks.fork(Subtasks::seen);
            tasks.join();
            tell("wrapped", wrapped.get());
            tell("neither", plain.get());
        }
    }

    private static void failure() throws InterruptedException {
        ThreadFactory threads = Correlation.propagatingThreads(Thread.ofVirtual().factory());
        try (var tasks = StructuredTaskScope.open(awaitAllSuccessfulOrThrow(), of -> of.withThreadFactory(threads))) {
            tasks.fork(() -> {
                throw new UnsupportedOperationException("failed under " + seen());
            });
            tasks.join();
        } catch (StructuredTaskScope.FailedException failed) {
            tell("failure", failed.getCause().getMessage());
        }
    }

    private static String ofASubtask() throws InterruptedException {
        ThreadFactory threads = Correlation.propagatingThreads(Thread.ofVirtual().factory());
        try (var tasks = StructuredTaskScope.open(awaitAllSuccessfulOrThrow(), of -> of.withThreadFactory(threads))) {
            var inner = tasks.fork(Subtasks::seen);
            tasks.join();
            return inner.get();
        }
    }

    private static String inAChild() {
        try (var child = Correlation.child()) {
            return seen();
        }
    }

    private static String reserve() {
        return seen();
    }

    private static String calculate() {
        return seen();
    }

    /** What code sees, and what a log line would carry where that is something else. */
    private static String seen() {
        String current = Correlation.current().map(CorrelationId::value).orElse("none");
        String logged = MDC.get("corr_id");
        return current.equals(logged == null ? "none" : logged) ? current : current + ", logged " + logged;
    }

    private static void tell(String where, String seen) {
        System.out.println(where + " = " + seen);
    }
}
