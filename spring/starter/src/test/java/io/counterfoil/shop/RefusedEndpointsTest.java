package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.response.ResponseKind;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.NotIdempotent;
import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.springboot.ScopeBy;
import io.counterfoil.springboot.endpoint.EndpointsCustomizer;
import io.counterfoil.springboot.settings.EndpointSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What cannot be is refused when the application starts, by name, and with what to change. */
@Timeout(600)
class RefusedEndpointsTest {

    @RestController
    static class OnGet {

        @GetMapping("/x")
        @Idempotent(keyRequired = true)
        String get() {
            return "";
        }
    }

    @RestController
    static class Both {

        @PostMapping("/x")
        @Idempotent
        @NotIdempotent
        String post() {
            return "";
        }
    }

    @RestController
    static class NoPlace {

        @PostMapping("/x")
        @Idempotent(keyIn = "cookie:a")
        String post() {
            return "";
        }
    }

    @RestController
    static class NoSuchVariable {

        @PostMapping("/x/{id}")
        @Idempotent(keyIn = "path:key")
        String post(@PathVariable String id) {
            return id;
        }
    }

    @RestController
    static class Unreadable {

        @PostMapping("/x")
        @Idempotent(retention = "soon")
        String post() {
            return "";
        }
    }

    @RestController
    static class TwoScopes {

        @PostMapping("/x")
        @Idempotent(scope = ScopeBy.PATH, operation = "x")
        String post() {
            return "";
        }
    }

    @RestController
    static class OfAMethod {

        @PostMapping("/x")
        @OncePerKey(key = "#id")
        String post(String id) {
            return id;
        }
    }

    @RestController
    static class ToldApart {

        @PostMapping(path = "/x/{a}", consumes = "application/json")
        @Idempotent(keyRequired = true)
        String json(@PathVariable String a) {
            return a;
        }

        @PostMapping(path = "/x/{b}", consumes = "text/plain")
        String text(@PathVariable String b) {
            return b;
        }
    }

    @RestController
    static class Plain {

        @PostMapping("/x/{id}")
        @Idempotent(retention = "7d")
        String post(@PathVariable String id) {
            return id;
        }

        @PostMapping("/exempt")
        @NotIdempotent
        String exempt() {
            return "";
        }
    }

    static class TwoRules {

        @Bean
        EndpointsCustomizer more() {
            return endpoints ->
                    endpoints.at("/x/{other}", EndpointSettings.NONE.withKey(keys -> keys.withRequired(true)));
        }
    }

    /** A rule in code for one path. */
    abstract static class Coded extends Plain {

        abstract HttpPolicy change(HttpPolicy policy);

        @Bean
        EndpointsCustomizer rule() {
            return endpoints -> endpoints.at("/y", EndpointSettings.NONE, policies -> policies.withHttp(this::change));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class StoredConnection extends Coded {

        @Override
        HttpPolicy change(HttpPolicy policy) {
            return policy.withResponses(responses ->
                    responses.withStoredFields(responses.storedFields().with("Connection")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LongKeys extends Coded {

        @Override
        HttpPolicy change(HttpPolicy policy) {
            return policy.withKey(key -> key.withMaxBytes(256));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoLifetime extends Coded {

        @Override
        HttpPolicy change(HttpPolicy policy) {
            return policy.withKey(key -> key.withLifetime(KeyLifetime.of(Duration.ZERO)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LongLifetime extends Coded {

        @Override
        HttpPolicy change(HttpPolicy policy) {
            return policy.withKey(key -> key.withLifetime(KeyLifetime.of(Duration.ofMinutes(51))));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OddStatus extends Coded {

        @Override
        HttpPolicy change(HttpPolicy policy) {
            return policy.withResponses(
                    responses -> responses.withClassifier(responses.classifier().when(Set.of(42), ResponseKind.DONE)));
        }
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(OnGet.class, List.of(), List.of("OnGet.get()", "handles GET", "safe to repeat")),
                arguments(Both.class, List.of(), List.of("Both.post() is both @Idempotent and @NotIdempotent")),
                arguments(
                        NoPlace.class,
                        List.of(),
                        List.of("NoPlace.post()", "key.in must be header:X-Request-Key", "not \"cookie:a\"")),
                arguments(NoSuchVariable.class, List.of(), List.of("/x/{id} has no segment {key}")),
                arguments(
                        Unreadable.class,
                        List.of(),
                        List.of("Unreadable.post()", "retention.named must be a duration", "\"soon\"")),
                arguments(TwoScopes.class, List.of(), List.of("key.scope and key.operation are both set")),
                arguments(OfAMethod.class, List.of(), List.of("@OncePerKey is on", "OfAMethod", "use @Idempotent")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].lease.duration=10s"),
                        List.of("/y (counterfoil.endpoints[0])", "which has no leases")),
                arguments(StoredConnection.class, List.of(), List.of("connection", "cannot be replayed")),
                arguments(
                        ToldApart.class,
                        List.of(),
                        List.of(
                                "ToldApart.json(String)",
                                "ToldApart.text(String)",
                                "POST /x/{",
                                "Give both the same settings")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/x/**", "[0].retention.named=1d"),
                        List.of(
                                "Conflicting settings for POST /x/{id}: retention.named is 7d by @Idempotent on Plain.post(String), and 1d by"
                                        + " counterfoil.endpoints[0].",
                                "Plain.post(String)",
                                "counterfoil.endpoints[0]")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/x/special", "[0].retention.named=1d"),
                        List.of("Conflicting settings for POST /x/{id}")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/x/**", "[0].enabled=false"),
                        List.of("it is guarded by", "not enabled in counterfoil.endpoints[0]")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/exempt", "[0].enabled=true"),
                        List.of("it is exempt by", "enabled in counterfoil.endpoints[0]")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].enabled=false", "[0].retention.named=1d"),
                        List.of("is disabled but has settings", "retention")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].mode=lease", "[0].limits.execution-time=5s"),
                        List.of(
                                "/y (counterfoil.endpoints[0])",
                                "limits.execution-time is set, but the mode is lease")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].limits.execution-time=0s"),
                        List.of(
                                "/y (counterfoil.endpoints[0])",
                                "limits.executionTime must be one millisecond to PT24H, not PT0S")),
                arguments(
                        Plain.class,
                        List.of("[0].retention.named=1d"),
                        List.of("counterfoil.endpoints[0] has no path")),
                arguments(Plain.class, List.of("[0].path=y"), List.of("does not begin with a slash")),
                arguments(Plain.class, List.of("[0].path=/{y"), List.of("has an invalid path")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].methods=get"),
                        List.of("names the method GET", "safe to repeat")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y/{a}", "[1].path=/y/{b}"),
                        List.of("Both counterfoil.endpoints[0] and counterfoil.endpoints[1] apply to /y/{a}")),
                arguments(
                        LongKeys.class,
                        List.of(),
                        List.of("/y (the EndpointsCustomizer rule)", "key.maxBytes must be from 1 to 255, but is 256")),
                arguments(
                        NoLifetime.class,
                        List.of(),
                        List.of("/y (the EndpointsCustomizer rule)", "key.lifetime must be positive")),
                arguments(
                        LongLifetime.class,
                        List.of(),
                        List.of(
                                "/y (the EndpointsCustomizer rule)",
                                "key.lifetime is PT51M and needs a retention.anonymous of at least PT1H1M, not PT1H")),
                arguments(
                        Plain.class,
                        List.of("[0].path=/y", "[0].limits.body-size=0B"),
                        List.of("/y (counterfoil.endpoints[0])", "limits.body-size is held in memory")),
                arguments(OddStatus.class, List.of(), List.of("/y (the EndpointsCustomizer rule) are invalid", "42")));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("refused")
    void whatCannotBe_isRefused(Class<?> controller, List<String> endpoints, List<String> said) {
        StartUp.assertRefused(
                StartUp.of(controller)
                        .withPropertyValues(endpoints.stream()
                                .map("counterfoil.endpoints"::concat)
                                .toArray(String[]::new)),
                said.toArray(String[]::new));
    }

    @Test
    void configurationAndCode_forTheSamePath_areRefused() {
        StartUp.assertRefused(
                StartUp.of(Plain.class, TwoRules.class).withPropertyValues("counterfoil.endpoints[0].path=/x/{id}"),
                "Both counterfoil.endpoints[0] and the EndpointsCustomizer more apply to /x/{id}");
    }

    @RestController
    static class Later {

        @PostMapping("/callable")
        Callable<String> callable() {
            return () -> "";
        }
    }

    @RestController
    static class Task {

        @PostMapping("/task")
        WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "");
        }
    }

    @RestController
    static class Deferred {

        @PostMapping("/deferred")
        DeferredResult<String> deferred() {
            return new DeferredResult<>();
        }
    }

    @RestController
    static class Stage {

        @PostMapping("/stage")
        CompletableFuture<ResponseEntity<String>> stage() {
            return CompletableFuture.completedFuture(ResponseEntity.ok(""));
        }
    }

    @RestController
    static class Reactive {

        @PostMapping("/mono")
        ResponseEntity<Mono<String>> mono() {
            return ResponseEntity.ok(Mono.just(""));
        }
    }

    @RestController
    static class Many {

        @PostMapping("/flux")
        Flux<String> flux() {
            return Flux.just("");
        }
    }

    @RestController
    static class Streaming {

        @PostMapping("/streaming")
        ResponseEntity<StreamingResponseBody> streaming() {
            return ResponseEntity.ok(out -> out.write(1));
        }
    }

    @RestController
    static class Emitter {

        @PostMapping("/emitter")
        SseEmitter emitter() {
            return new SseEmitter();
        }
    }

    @RestController
    static class Elsewhere {

        @PostMapping("/elsewhere")
        @Async
        public void elsewhere() {}
    }

    @RestController
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class Outside {

        @RequestMapping("/outside")
        public String outside() {
            return "";
        }
    }

    static Stream<Arguments> unfinished() {
        return Stream.of(
                arguments(Later.class, "returns Callable"),
                arguments(Task.class, "returns WebAsyncTask"),
                arguments(Deferred.class, "returns DeferredResult"),
                arguments(Stage.class, "returns CompletableFuture"),
                arguments(Reactive.class, "returns Mono"),
                arguments(Many.class, "returns Flux"),
                arguments(Streaming.class, "returns StreamingResponseBody"),
                arguments(Emitter.class, "returns SseEmitter"),
                arguments(Elsewhere.class, "is @Async"));
    }

    @ParameterizedTest
    @MethodSource("unfinished")
    void workThatContinuesAfterTheHandler_isRefusedInBothModes(Class<?> controller, String kind) {
        for (String mode : List.of("transactional", "lease")) {
            StartUp.refused(StartUp.of(controller).withPropertyValues("counterfoil.mode=" + mode), refusal -> {
                assertThat(refusal.description())
                        .contains(controller.getSimpleName() + ".", kind, "its record is written when it returns");
                assertThat(refusal.action())
                        .contains(
                                "Return the value itself",
                                "long-running operation",
                                "@NotIdempotent",
                                "counterfoil.guard=annotated");
            });
        }
    }

    @NotIdempotent
    static class ExemptLater extends Later {}

    @NotIdempotent
    static class ExemptTask extends Task {}

    @NotIdempotent
    static class ExemptDeferred extends Deferred {}

    @NotIdempotent
    static class ExemptStage extends Stage {}

    @NotIdempotent
    static class ExemptReactive extends Reactive {}

    @NotIdempotent
    static class ExemptMany extends Many {}

    @NotIdempotent
    static class ExemptStreaming extends Streaming {}

    @NotIdempotent
    static class ExemptEmitter extends Emitter {}

    @NotIdempotent
    static class ExemptElsewhere extends Elsewhere {}

    @Test
    void workThatContinuesAfterTheHandler_mayGoOn_asTheRefusalSays() {
        StartUp.of(
                        ExemptLater.class,
                        ExemptTask.class,
                        ExemptDeferred.class,
                        ExemptStage.class,
                        ExemptReactive.class,
                        ExemptMany.class,
                        ExemptStreaming.class,
                        ExemptEmitter.class,
                        ExemptElsewhere.class)
                .run(context -> assertThat(context).hasNotFailed());
        StartUp.of(
                        Later.class,
                        Task.class,
                        Deferred.class,
                        Stage.class,
                        Reactive.class,
                        Many.class,
                        Streaming.class,
                        Emitter.class,
                        Elsewhere.class)
                .withPropertyValues("counterfoil.guard=annotated")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void transactionOfAHandlersOwn_isPartOfTheRequest() {
        StartUp.of(Outside.class).run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void exemptByItsPath_workMayGoOn() {
        StartUp.of(Later.class)
                .withPropertyValues("counterfoil.endpoints[0].path=/callable", "counterfoil.endpoints[0].enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
