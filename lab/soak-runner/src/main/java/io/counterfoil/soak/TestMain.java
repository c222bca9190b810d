package io.counterfoil.soak;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main class of the JVM of a round: runs test classes up to the first failure. Reports {@code tests} and {@code
 * skipped}. Exits with 0 if no test failed, and with 1 after a failure, whose test and message are written to a file.
 */
final class TestMain implements TestExecutionListener {

    private final Path failure;
    private final CancellationToken cancellation = CancellationToken.create();
    private final AtomicBoolean failed = new AtomicBoolean();
    private final AtomicLong tests = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();

    private TestMain(Path failure) {
        this.failure = failure;
    }

    /** Arguments: the file for the failure, a database file for jqwik, and the names of the test classes. */
    public static void main(String[] args) {
        TestMain main = new TestMain(Path.of(args[0]));
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                // Otherwise jqwik would repeat the failed tries of an earlier run first.
                .configurationParameter("jqwik.database", args[1])
                .selectors(Stream.of(args)
                        .skip(2)
                        .map(test -> selectClass(load(test)))
                        .toList())
                .build();
        LauncherFactory.create()
                .execute(LauncherExecutionRequestBuilder.request(request)
                        .listeners(main)
                        .cancellationToken(main.cancellation)
                        .build());
        Report.add("tests", main.tests.get());
        Report.add("skipped", main.skipped.get());
        System.exit(main.failed.get() ? 1 : 0);
    }

    private static Class<?> load(String test) {
        try {
            return Class.forName(test, false, TestMain.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException("test class not found: " + test, missing);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        System.out.printf("skipped: %s: %s%n", name(test), reason);
        skipped.incrementAndGet();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            System.out.printf("test: %s%n", name(test));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        switch (result.getStatus()) {
            case SUCCESSFUL -> tests.addAndGet(test.isTest() ? 1 : 0);
            case ABORTED ->
                executionSkipped(
                        test, result.getThrowable().map(Throwable::getMessage).orElse(""));
            case FAILED -> {
                Throwable thrown = result.getThrowable().orElseGet(() -> new AssertionError("no exception"));
                System.out.printf("failed: %s%n", name(test));
                thrown.printStackTrace(System.out);
                if (failed.compareAndSet(false, true)) {
                    write(List.of(name(test), thrown.toString()));
                }
                cancellation.cancel();
            }
        }
    }

    private void write(List<String> lines) {
        try {
            Files.write(failure, lines);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private static String name(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource method) {
            String plain = method.getMethodName() + "()";
            String type = method.getClassName().substring(method.getClassName().lastIndexOf('.') + 1);
            return type
                    + '.'
                    + method.getMethodName()
                    + (test.getDisplayName().equals(plain) ? "" : " " + test.getDisplayName());
        }
        return source instanceof ClassSource type ? type.getClassName() : test.getDisplayName();
    }
}
