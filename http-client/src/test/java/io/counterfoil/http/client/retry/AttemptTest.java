package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("RC-4")
class AttemptTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ConnectException("refused"), false),
                Arguments.of(new HttpConnectTimeoutException("no connection in time"), false),
                Arguments.of(new UnknownHostException("nowhere"), false),
                Arguments.of(new HttpTimeoutException("no response in time"), true),
                Arguments.of(new IOException("reset"), true));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_mayHaveHadAnEffect_unlessNoConnectionWasMade(IOException cause, boolean possible) {
        Attempt.Failed failed = new Attempt.Failed(cause);

        assertThat(failed.mayHaveArrived()).isEqualTo(possible);
        assertThat(failed.effectPossible()).isEqualTo(possible);
        assertThat(failed).hasToString(cause.toString());
    }

    @Test
    void cancelledAttempt_mayHaveHadAnEffect() {
        Attempt.Cancelled cancelled = new Attempt.Cancelled();

        assertThat(cancelled.mayHaveArrived()).isTrue();
        assertThat(cancelled.effectPossible()).isTrue();
        assertThat(cancelled).hasToString("cancelled");
    }

    @Test
    void response_isLoggedByItsStatus_andWhetherItIsADuplicates() {
        assertThat(new Attempt.Answered(201, false)).hasToString("201");
        assertThat(new Attempt.Answered(201, true)).hasToString("201 (replayed)");
    }
}
