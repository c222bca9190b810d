package io.counterfoil.seats;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;

/** Entities that hold typed ids. */
@Tag("TI-6")
@Timeout(600)
class MissingEntityIdsTest {

    private static final String LINE = "<artifactId>counterfoil-spring-ids</artifactId>";

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Parts.class)
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:seats;DB_CLOSE_DELAY=-1");

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Parts {}

    static class OwnConversions {

        @Bean
        JdbcCustomConversions conversions() {
            return new JdbcCustomConversions(List.of(new ToUuid()));
        }
    }

    @WritingConverter
    static class ToUuid implements Converter<SeatId, UUID> {

        @Override
        public UUID convert(SeatId id) {
            return id.value();
        }
    }

    @Test
    void entityOfSpringData_withoutTheModule_failsAtTheStart() {
        application.run(context -> assertThat(context)
                .getFailure()
                .isInstanceOfSatisfying(CounterfoilStartUpException.class, refusal -> {
                    assertThat(refusal.description()).contains("Seat.id is a SeatId", "Spring Data JDBC");
                    assertThat(refusal.action()).contains(LINE);
                }));
    }

    @Test
    void entityOfSpringData_withTheApplicationsConverter_starts() {
        application
                .withUserConfiguration(OwnConversions.class)
                .run(context -> assertThat(context).hasNotFailed());
    }
}
