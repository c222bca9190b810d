package io.counterfoil.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.Problem;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-15")
class BodyRateTest {

    private final AtomicLong nanos = new AtomicLong();
    private final BodyRate rate = BodyRate.of(Duration.ofSeconds(10), 100).measuredBy(nanos::get);

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private InputStream bodyOf(int bytes) {
        return rate.watch(new ByteArrayInputStream(new byte[bytes]));
    }

    @Test
    void body_withinItsTime_isReadWhole() throws IOException {
        InputStream body = bodyOf(1000);

        pass(11_000);
        assertThat(body.readNBytes(100)).hasSize(100);
        pass(9_000);
        assertThat(body.readNBytes(900)).hasSize(900);
        assertThat(body.read()).isNegative();
    }

    @Test
    void body_thatTricklesByteByByte_isGivenUp() throws IOException {
        InputStream body = bodyOf(1000);

        for (int i = 0; i < 10; i++) {
            pass(1000);
            assertThat(body.read()).isZero();
        }
        pass(1000);
        assertThatThrownBy(body::read).isInstanceOf(BodyTooSlowException.class);
    }

    @Test
    void body_thatIsFastAtFirst_hasNoMoreTimeThanItsBytes() throws IOException {
        InputStream body = bodyOf(1000);
        assertThat(body.readNBytes(500)).hasSize(500);

        pass(15_011);

        assertThatThrownBy(body::read)
                .isInstanceOfSatisfying(
                        BodyTooSlowException.class,
                        late -> assertThat(late.problem())
                                .isEqualTo(Problem.bodyTooSlow(rate.grace(), rate.bytesPerSecond())));
    }

    @Test
    void body_whoseEndIsLate_isWhole() throws IOException {
        InputStream body = bodyOf(5);
        assertThat(body.readNBytes(5)).hasSize(5);

        pass(1_000_000);

        assertThat(body.read()).isNegative();
    }

    @Test
    void body_afterASocketTimeout_isTooSlow() {
        IOException silent = new IOException("container's own", new SocketTimeoutException());

        assertThatThrownBy(() -> rate.watch(failing(silent)).read())
                .isInstanceOf(BodyTooSlowException.class)
                .hasCause(silent);
    }

    @Test
    void body_afterAnotherFailure_throwsThatFailure() {
        IOException gone = new IOException("gone");

        assertThatThrownBy(() -> rate.watch(failing(gone)).read()).isSameAs(gone);
    }

    private static InputStream failing(IOException failure) {
        return new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw failure;
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"0, 1, grace", "-1, 1, grace", "3601, 1, grace", "1, 0, bytesPerSecond", "1, -1, bytesPerSecond"})
    void rate_outOfItsLimits_isRefused_byItsName(long seconds, int bytes, String name) {
        assertThatThrownBy(() -> BodyRate.of(Duration.ofSeconds(seconds), bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + " must be");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Integer.MAX_VALUE})
    void rate_withinItsLimits_isKept(int bytes) {
        BodyRate kept = BodyRate.of(BodyRate.LONGEST_GRACE, bytes);

        assertThat(kept.grace()).isEqualTo(BodyRate.LONGEST_GRACE);
        assertThat(kept.bytesPerSecond()).isEqualTo(bytes);
    }
}
