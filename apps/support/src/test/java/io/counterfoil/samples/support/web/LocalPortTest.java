package io.counterfoil.samples.support.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.samples.support.launch.LaunchException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class LocalPortTest {

    @Test
    void port_ofAnotherListener_isReportedAsInUse() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> LocalPort.requireFree(port))
                    .isInstanceOf(LaunchException.class)
                    .hasMessage("port %s is in use; choose another with --port", port);
        }
    }

    @Test
    void port_whoseAddressIsMissing_isReportedWithThatReason() {
        assertThat(LocalPort.unusable(8080, new BindException("Cannot assign requested address")))
                .hasMessage("port 8080 of 127.0.0.1 cannot be used: Cannot assign requested address");
    }

    @Test
    void port_thatIsDenied_isReportedWithTheReasonAndTheOption() {
        assertThat(LocalPort.unusable(80, new BindException("Permission denied")))
                .hasMessage("port 80 of 127.0.0.1 cannot be used: Permission denied; choose another with --port");
    }
}
