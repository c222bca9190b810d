package io.counterfoil.springboot.missing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Typed ids of an application that has them, and not the module that brings them into Spring. */
@Tag("TI-6")
@Timeout(600)
class MissingIdsTest {

    private static final String LINE =
            "<dependency><groupId>io.counterfoil</groupId><artifactId>counterfoil-spring-ids</artifactId></dependency>";

    @Prefix("seat")
    record SeatId(UUID value) implements TypedId<SeatId> {}

    /** An id that says itself how it is written and read. */
    @Prefix("row")
    record RowId(UUID value) implements TypedId<RowId> {

        @JsonCreator
        public static RowId of(String text) {
            return IdType.of(RowId.class).parse(text);
        }

        @JsonValue
        String json() {
            return text();
        }
    }

    record Seat(SeatId id, int number) {}

    record Row(RowId id, List<RowId> others) {}

    record Form(Optional<SeatId> seat) {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    @RestController
    static class InPath {

        @GetMapping("/seats/{id}")
        String seat(@PathVariable SeatId id) {
            return id.text();
        }
    }

    @RestController
    static class InParameters {

        @GetMapping("/seats")
        String seats(@RequestParam List<SeatId> id) {
            return id.toString();
        }
    }

    @RestController
    static class InForm {

        @PostMapping("/form")
        String form(@ModelAttribute Form form) {
            return form.toString();
        }
    }

    @RestController
    static class InBody {

        @PostMapping("/bodies")
        void body(@RequestBody Seat seat) {}
    }

    @RestController
    static class InResponse {

        @GetMapping("/responses")
        ResponseEntity<Map<String, Seat[]>> response() {
            return ResponseEntity.ok(Map.of());
        }
    }

    @RestController
    static class OwnForms {

        @PostMapping("/rows/{id}")
        Row row(@PathVariable RowId id, @RequestBody Row row) {
            return row;
        }
    }

    /** Ids that no request and no response has. */
    @RestController
    static class Inside {

        private final SeatId id = new SeatId(new UUID(0, 0));

        @GetMapping("/inside/{text}")
        String inside(@PathVariable String text) {
            return text + id;
        }
    }

    static class Converters implements WebMvcConfigurer {

        @Override
        public void addFormatters(FormatterRegistry registry) {
            registry.addConverter(String.class, SeatId.class, text -> new SeatId(UUID.fromString(text)));
        }
    }

    @ConfigurationProperties("shop")
    record Settings(@Nullable SeatId seat) {}

    @EnableConfigurationProperties(Settings.class)
    static class Configured {}

    private static void run(Consumer<AssertableWebApplicationContext> check, Class<?>... parts) {
        new WebApplicationContextRunner()
                .withUserConfiguration(Parts.class)
                .withUserConfiguration(parts)
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:missing;DB_CLOSE_DELAY=-1", "counterfoil.client=header")
                .run(check::accept);
    }

    private static void assertRefused(Class<?> controller, String... words) {
        run(
                context -> assertThat(context)
                        .getFailure()
                        .isInstanceOfSatisfying(CounterfoilStartUpException.class, refusal -> {
                            assertThat(refusal.description()).contains(words).contains("counterfoil-spring-ids");
                            assertThat(refusal.action())
                                    .contains(LINE, "implementation(\"io.counterfoil:counterfoil-spring-ids\")");
                        }),
                controller);
    }

    @Test
    void pathVariable_withoutTheModule_failsAtTheStart() {
        assertRefused(InPath.class, "InPath.seat()", "SeatId", "cannot convert a text");
    }

    @Test
    void requestParameters_withoutTheModule_failAtTheStart() {
        assertRefused(InParameters.class, "InParameters.seats()", "SeatId");
    }

    @Test
    void formField_withoutTheModule_failsAtTheStart() {
        assertRefused(InForm.class, "InForm.form()", "SeatId");
    }

    @Test
    void jsonBody_withoutTheModule_failsAtTheStart() {
        assertRefused(InBody.class, "InBody.body()", "SeatId", "JSON");
    }

    @Test
    void jsonResponse_withoutTheModule_failsAtTheStart() {
        assertRefused(InResponse.class, "InResponse.response()", "SeatId", "JSON");
    }

    @Test
    void idWithFormsOfItsOwn_withoutTheModule_starts() {
        run(context -> assertThat(context).hasNotFailed(), OwnForms.class);
    }

    @Test
    void idWithTheApplicationsConverter_withoutTheModule_starts() {
        run(context -> assertThat(context).hasNotFailed(), InPath.class, InForm.class, Converters.class);
    }

    @Test
    void idThatSpringDoesNotMeet_withoutTheModule_starts() {
        run(context -> assertThat(context).hasNotFailed(), Inside.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Type", "java.lang.String", "", "io.counterfoil.springboot.missing"})
    void failureOverSomethingElse_isNotExplained(String name) {
        assertThat(new TypedIdFailureAnalyzer().analyze(new IllegalStateException("no converter to [" + name + "]")))
                .isNull();
    }
}
