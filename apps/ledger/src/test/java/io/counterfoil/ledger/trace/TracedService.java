package io.counterfoil.ledger.trace;

import io.counterfoil.ledger.LedgerApplication;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.function.RouterFunction;

/**
 * A service with Spring Boot's tracing by OpenTelemetry, and one more route, {@value Relay#PATH}: the ledger, behind all of its filters;
 * or one of Spring Boot alone, to compare it with. The route is of these tests alone, because it calls wherever it is told to.
 */
final class TracedService implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final FinishedSpans spans;

    private TracedService(ConfigurableApplicationContext context, FinishedSpans spans) {
        this.context = context;
        this.spans = spans;
    }

    /** @param settings {@code name=value} each; the database's among them */
    static TracedService ledger(List<String> settings) {
        return start(LedgerApplication.class, "", settings);
    }

    /** Without anything of Counterfoil, and without a database. */
    static TracedService plain() {
        ClassLoader loader = TracedService.class.getClassLoader();
        String excluded = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
                .filter(name -> name.startsWith("io.counterfoil.")
                        || name.startsWith("org.springframework.boot.jdbc.")
                        || name.startsWith("org.springframework.boot.flyway."))
                .collect(Collectors.joining(","));
        // What the ledger says of itself is on the class path, too.
        return start(Plain.class, excluded, List.of("spring.config.location=optional:classpath:/plain/"));
    }

    private static TracedService start(Class<?> source, String excluded, List<String> settings) {
        // Libraries that start before the service has configured its logging would write whatever they have to say.
        LoggingSystem.get(TracedService.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        FinishedSpans spans = new FinishedSpans();
        SpringApplication application = new SpringApplication(source);
        application.setRegisterShutdownHook(false);
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>) context -> {
            context.registerBean("finishedSpans", SpanProcessor.class, () -> spans);
            context.registerBean(
                    "relay", RouterFunction.class, () -> new Relay(context.getBean(RestClient.Builder.class)).route());
        });
        List<String> arguments = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "logging.threshold.console=WARN",
                "spring.main.banner-mode=off",
                "spring.autoconfigure.exclude=" + excluded,
                "management.tracing.sampling.probability=1"));
        arguments.addAll(settings);
        return new TracedService(
                application.run(
                        arguments.stream().map(setting -> "--" + setting).toArray(String[]::new)),
                spans);
    }

    URI uri(String path) {
        return URI.create(
                "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port") + path);
    }

    FinishedSpans spans() {
        return spans;
    }

    @Override
    public void close() {
        context.close();
    }

    /** No component that a scan would find. */
    @EnableAutoConfiguration
    static class Plain {}
}
