package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatRuntimeException;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Tag("CO-2")
@Timeout(300)
class CorrelationScopeTest {

    private static final CorrelationId OUTER = CorrelationId.parse("outer");
    private static final CorrelationId INNER = CorrelationId.parse("inner");

    @BeforeEach
    @AfterEach
    void nothingIsCurrent() {
        assertThat(Correlation.current()).isEmpty();
        MDC.clear();
    }

    @Test
    void open_makesTheIdCurrentInCodeAndInTheMdc_untilClosed() {
        Correlation.Scope scope = Correlation.open(OUTER);
        try (scope) {
            assertThat(Correlation.current()).contains(OUTER);
            assertThat(MDC.get("corr_id")).isEqualTo("outer");
        }

        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isNull();
    }

    @Test
    void close_ofANestedScope_restoresTheOneAround() {
        Correlation.Scope outer = Correlation.open(OUTER);
        try (outer) {
            Correlation.Scope inner = Correlation.open(INNER);
            try (inner) {
                assertThat(Correlation.current()).contains(INNER);
                assertThat(MDC.get("corr_id")).isEqualTo("inner");
            }
            assertThat(Correlation.current()).contains(OUTER);
            assertThat(MDC.get("corr_id")).isEqualTo("outer");
        }
    }

    @Test
    void close_restoresAForeignMdcValue_andLeavesOtherKeysAlone() {
        MDC.put("corr_id", "not ours!");
        MDC.put("user", "u1");

        Correlation.Scope scope = Correlation.open(OUTER);
        try (scope) {
            assertThat(MDC.get("corr_id")).isEqualTo("outer");
            MDC.put("seat", "12a");
        }

        assertThat(MDC.getCopyOfContextMap())
                .containsOnlyKeys("corr_id", "user", "seat")
                .containsEntry("corr_id", "not ours!");
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void close_restoresAForeignMdcValuePutInsideAnOuterScope() {
        Correlation.Scope outer = Correlation.open(OUTER);
        try (outer) {
            MDC.put("corr_id", "changed by a filter");
            Correlation.open(INNER).close();

            assertThat(MDC.get("corr_id")).isEqualTo("changed by a filter");
            assertThat(Correlation.current()).contains(OUTER);
        }
        assertThat(MDC.get("corr_id")).isNull();
    }

    @Test
    void close_afterTheMdcWasCleared_stillEndsTheScope() {
        Correlation.Scope scope = Correlation.open(OUTER);
        MDC.clear();
        scope.close();

        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isNull();
    }

    @Test
    void close_whenTheWorkThrows_endsTheScope() {
        assertThatRuntimeException().isThrownBy(() -> {
            Correlation.Scope scope = Correlation.open(OUTER);
            try (scope) {
                throw new UnsupportedOperationException("work failed");
            }
        });

        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isNull();
    }

    @Test
    void close_aSecondTime_doesNothing() {
        Correlation.Scope outer = Correlation.open(OUTER);
        try (outer) {
            Correlation.Scope inner = Correlation.open(INNER);
            inner.close();
            inner.close();

            assertThat(Correlation.current()).contains(OUTER);
        }
    }

    @Test
    void close_outOfOrder_saysSoAndLeavesNothingBehind() {
        MDC.put("corr_id", "before");
        Correlation.Scope outer = Correlation.open(OUTER);
        Correlation.Scope inner = Correlation.open(INNER);

        assertThatIllegalStateException()
                .isThrownBy(outer::close)
                .withMessageContaining("out of order")
                .withMessageContaining("outer")
                .withMessageContaining("inner");

        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isEqualTo("before");
        inner.close();
        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isEqualTo("before");
    }

    @Test
    void close_outOfOrderInTheMiddle_keepsTheScopesAround() {
        Correlation.Scope outermost = Correlation.open(CorrelationId.parse("outermost"));
        try (outermost) {
            Correlation.Scope outer = Correlation.open(OUTER);
            Correlation.open(INNER);

            assertThatIllegalStateException().isThrownBy(outer::close);

            assertThat(Correlation.current()).contains(CorrelationId.parse("outermost"));
            assertThat(MDC.get("corr_id")).isEqualTo("outermost");
        }
    }

    @Test
    void close_onAnotherThread_saysSoAndChangesNothing() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor(task -> new Thread(task, "other-thread"));
        Correlation.Scope scope = Correlation.open(OUTER);
        try (scope) {
            String message = other.submit(() -> assertThatIllegalStateException()
                            .isThrownBy(scope::close)
                            .actual()
                            .getMessage())
                    .get();

            assertThat(message).contains("outer", Thread.currentThread().getName(), "other-thread");
            assertThat(Correlation.current()).contains(OUTER);
            assertThat(MDC.get("corr_id")).isEqualTo("outer");
        } finally {
            other.shutdownNow();
        }
    }
}
