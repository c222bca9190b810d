package io.counterfoil.springconsole.page;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.springboot.records.EngineStore;
import io.counterfoil.springboot.records.JoinedLeases;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springconsole.ConsolePanel;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.DecisionsController;
import io.counterfoil.springconsole.duplicate.DuplicateWatch;
import io.counterfoil.springconsole.duplicate.DuplicatesController;
import io.counterfoil.springconsole.duplicate.StoredDuplicates;
import io.counterfoil.springconsole.record.GivenResponses;
import io.counterfoil.springconsole.record.OutcomeDecisions;
import io.counterfoil.springconsole.record.RecordsController;
import io.counterfoil.springconsole.record.StoredResults;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.handler.MappedInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;

/** The console, in a servlet application that keeps records. */
@AutoConfiguration(
        afterName = {
            "io.counterfoil.springboot.records.CounterfoilRecordsAutoConfiguration",
            "io.counterfoil.springconsole.page.CounterfoilConsoleStoreAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean({Idempotency.class, EngineStore.class})
@EnableConfigurationProperties({ConsoleProperties.class, CounterfoilProperties.class})
class CounterfoilConsoleAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(CounterfoilConsoleAutoConfiguration.class);

    private static final int FIRST = 100;

    @Bean
    ConsoleRights consoleRights(ConsoleProperties console, CounterfoilProperties properties) {
        ConsoleRights rights =
                new ConsoleRights(console.viewRole(), properties.management().role(), console.roleOfResults());
        if (!rights.openToAll().isEmpty()) {
            log.warn("Everyone who reaches /counterfoil/ may {}", String.join(", and ", rights.openToAll()));
        }
        return rights;
    }

    @Bean
    static ConsolePanel unknownOutcomesPanel() {
        return new ConsolePanel("unknown", "Unknown outcomes", "unknown.js", FIRST);
    }

    @Bean
    static ConsolePanel recordsInProgressPanel() {
        return new ConsolePanel("progress", "In progress", "progress.js", 2 * FIRST);
    }

    @Bean
    static ConsolePanel recordsPanel() {
        return new ConsolePanel("records", "Records", "records.js", 3 * FIRST);
    }

    @Bean
    static ConsolePanel duplicatesPanel() {
        return new ConsolePanel("duplicates", "Duplicates", "duplicates.js", 4 * FIRST);
    }

    @Bean
    static ConsolePanel decisionsPanel() {
        return new ConsolePanel("decisions", "Decisions", "decisions.js", 9 * FIRST);
    }

    /** Before all handlers of the console, whatever path they are reached by. */
    @Bean
    MappedInterceptor consoleHandlerGate(ConsoleRights rights) {
        return new MappedInterceptor(new String[] {"/**"}, ConsoleGate.ofConsoleControllers(rights));
    }

    /** Before all other handlers of the application below its address, in whatever case the application accepts it. */
    @Bean
    MappedInterceptor consolePathGate(ConsoleRights rights) {
        PathPatternParser anyCase = new PathPatternParser();
        anyCase.setCaseSensitive(false);
        return new MappedInterceptor(
                new String[] {"/counterfoil", "/counterfoil/**"},
                new String[] {"/counterfoil/parts/**"},
                null,
                null,
                new ConsoleGate(rights),
                anyCase);
    }

    /** Not lazy: no other bean depends on it. */
    @Bean
    @Lazy(false)
    static ConsoleMappings consoleMappings(
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping,
            ListableBeanFactory beans) {
        return new ConsoleMappings(mapping, beans);
    }

    @Bean
    static PartsController consoleParts() {
        return new PartsController();
    }

    @Bean
    PageController consolePage(Environment environment) {
        return new PageController(environment.getProperty("spring.application.name", "application"));
    }

    @Bean
    static KeptBodies consoleBodiesKept() {
        return new KeptBodies();
    }

    @Bean
    static RestoredBodies consoleBodiesRestored() {
        return new RestoredBodies();
    }

    @Bean
    ConsoleProblems consoleProblems() {
        return new ConsoleProblems();
    }

    @Bean
    SessionController consoleSession(
            ConsoleRights rights, ObjectProvider<ConsolePanel> panels, ObjectProvider<ConsoleAudit> audit) {
        boolean secured = ClassUtils.isPresent(
                "org.springframework.security.web.csrf.CsrfToken", getClass().getClassLoader());
        return new SessionController(
                rights,
                panels.stream().toList(),
                secured ? SecurityTokens::of : request -> Optional.empty(),
                present(audit).isPresent());
    }

    @Bean
    RecordsController consoleRecords(
            EngineStore engine,
            ObjectProvider<UnknownOutcomes> outcomes,
            IdempotencyPolicy policy,
            ObjectProvider<HttpPolicy> http,
            ObjectProvider<JoinedLeases> leases,
            ObjectProvider<ConsoleAudit> audit,
            ConsoleRights rights) {
        HttpPolicy responses = http.getIfUnique(() -> HttpPolicy.DEFAULT);
        return new RecordsController(
                engine.directory(),
                new OutcomeDecisions(present(outcomes), policy, responses, present(leases), present(audit)),
                present(audit),
                new StoredResults(responses),
                rights,
                new GivenResponses(responses, policy.results().maxBytes()));
    }

    @Bean
    DecisionsController consoleDecisions(ObjectProvider<ConsoleAudit> audit) {
        return new DecisionsController(present(audit));
    }

    @Bean
    DuplicateWatch consoleDuplicateWatch() {
        return new DuplicateWatch(InstantSource.system());
    }

    @Bean
    DuplicatesController consoleDuplicates(DuplicateWatch watch, ObjectProvider<StoredDuplicates> stored) {
        return new DuplicatesController(watch, present(stored));
    }

    private static <T> Optional<T> present(ObjectProvider<T> bean) {
        return Optional.ofNullable(bean.getIfUnique());
    }
}
