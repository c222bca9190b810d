package io.counterfoil.springboot.missing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a person reads whose application failed over a typed id. */
@Tag("TI-6")
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class MissingIdsReportTest {

    @Test
    void property_withoutTheModule_isExplained(CapturedOutput output) {
        SpringApplication application =
                new SpringApplication(MissingIdsTest.Parts.class, MissingIdsTest.Configured.class);
        application.setRegisterShutdownHook(false);

        assertThatThrownBy(() -> application.run(
                        "--spring.main.web-application-type=none",
                        "--spring.main.banner-mode=off",
                        "--logging.level.org.springframework.boot.diagnostics=ERROR",
                        "--spring.datasource.url=jdbc:h2:mem:missing;DB_CLOSE_DELAY=-1",
                        "--shop.seat=seat_00000000000000000000000000"))
                .hasStackTraceContaining("SeatId");
        assertThat(output)
                .containsSubsequence(
                        "APPLICATION FAILED TO START",
                        "SeatId is a typed ID",
                        "Action:",
                        "<artifactId>counterfoil-spring-ids</artifactId>");
    }
}
