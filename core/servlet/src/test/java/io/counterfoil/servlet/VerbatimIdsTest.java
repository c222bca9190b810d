package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import jakarta.servlet.Filter;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;

/** A filter of correlation IDs that leaves them as they come. */
@ParameterizedClass
@EnumSource(Container.class)
class VerbatimIdsTest extends ServletScenarios {

    @Override
    Filter[] arranged(Filter... filters) {
        return Stream.of(filters)
                .map(filter -> filter instanceof CorrelationFilter ids ? ids.withVerbatimIds() : filter)
                .toArray(Filter[]::new);
    }

    @Test
    @Tag("CO-1")
    void request_withIncomingId_runsUnderIt() throws Exception {
        on("/mdc", (request, response) -> response.getWriter().print(MDC.get(Correlation.MDC_KEY)));

        for (int i = 0; i < 2; i++) {
            HttpResponse<byte[]> given = post("/mdc", "", "Correlation-Id", "abcd.1");
            assertThat(header(given, "Correlation-Id")).isEqualTo("abcd.1");
            assertThat(text(given)).isEqualTo("abcd.1");
        }
    }

    @Test
    @Tag("CO-1")
    void request_withAnInvalidId_runsUnderAFreshOne() throws Exception {
        on("/mdc", (request, response) -> response.getWriter().print(MDC.get(Correlation.MDC_KEY)));

        assertThat(header(post("/mdc", "", "Correlation-Id", "a b"), "Correlation-Id"))
                .matches("[A-Za-z0-9_-]{16}");
    }
}
