package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a person reads whose application does not start. */
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class StartUpReportTest {

    @Test
    void failure_isPrintedAsADescriptionAndAnAction(CapturedOutput output) {
        assertThatThrownBy(() -> Shop.open(
                                List.of(RefusedEndpointsTest.OnGet.class),
                                "--logging.level.org.springframework.boot.diagnostics=ERROR")
                        .close())
                .isInstanceOf(CounterfoilStartUpException.class);

        assertThat(output)
                .containsSubsequence(
                        "APPLICATION FAILED TO START",
                        "Description:",
                        "OnGet.get() is @Idempotent and handles GET",
                        "Action:",
                        "Remove the annotation");
    }
}
