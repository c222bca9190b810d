package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RC-4")
class AttemptTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ConnectException("refused"), false),
                Arguments.of(new HttpConnectTimeoutException("no connection in time"), false),
                Arguments.of(new UnknownHostException("nowhere"), false),
                Arguments.of(new SSLHandshakeException("PKIX path building failed"), false),
                Arguments.of(new SSLPeerUnverifiedException("the certificate is of another host"), false),
                Arguments.of(new SSLException("Unsupported or unrecognized SSL message"), false),
                Arguments.of(new SSLException("not an SSL/TLS record: 485454502f"), false),
                Arguments.of(new SSLException("Tag mismatch"), true),
                Arguments.of(new IOException("Tunnel failed, got: 502"), false),
                Arguments.of(new IOException("Unable to tunnel through proxy. Proxy returns \"HTTP/1.1 403\""), false),
                Arguments.of(new SocketTimeoutException("Connect timed out"), false),
                Arguments.of(new SocketTimeoutException("Read timed out"), true),
                Arguments.of(new HttpTimeoutException("no response in time"), true),
                Arguments.of(new IOException("reset"), true));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_mayHaveHadAnEffect_unlessItWasBeforeTheRequest(IOException cause, boolean possible) {
        AttemptResult.Failed failed = new AttemptResult.Failed(cause);

        assertThat(failed.mayHaveArrived()).isEqualTo(possible);
        assertThat(failed.effectPossible()).isEqualTo(possible);
        assertThat(failed).hasToString(cause.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {407, 408, 425, 429})
    void response_thatSaysThatNothingWasProcessed_hadNoEffect(int status) {
        assertThat(new AttemptResult.Answered(status, false).effectPossible()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 307, 409, 500, 503})
    void response_ofAnyOtherStatus_mayHaveHadAnEffect(int status) {
        assertThat(new AttemptResult.Answered(status, false).effectPossible()).isTrue();
    }

    @Test
    void cancelledAttempt_mayHaveHadAnEffect() {
        AttemptResult.Cancelled cancelled = new AttemptResult.Cancelled();

        assertThat(cancelled.mayHaveArrived()).isTrue();
        assertThat(cancelled.effectPossible()).isTrue();
        assertThat(cancelled).hasToString("cancelled");
    }

    @Test
    void response_isLoggedByItsStatus_andWhetherItIsADuplicates() {
        assertThat(new AttemptResult.Answered(201, false)).hasToString("201");
        assertThat(new AttemptResult.Answered(201, true)).hasToString("201 (replayed)");
    }
}
