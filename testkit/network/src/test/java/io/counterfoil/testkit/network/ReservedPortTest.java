package io.counterfoil.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class ReservedPortTest {

    @Test
    void reservedPort_refusesConnections() {
        try (ReservedPort port = ReservedPort.any()) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port.number()))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void reservedPort_cannotBeBoundAgain() throws Exception {
        try (ReservedPort port = ReservedPort.any();
                Socket thief = new Socket()) {
            InetSocketAddress same = new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number());

            thief.setReuseAddress(false);

            assertThatThrownBy(() -> thief.bind(same)).isInstanceOf(BindException.class);
        }
    }

    @Test
    void serverThatBindsIt_canListen() throws Exception {
        try (ReservedPort port = ReservedPort.forServer();
                ScriptedServer server =
                        ScriptedServer.answeringOn(port.number(), request -> ScriptedReply.of(200, "here"))) {
            HttpRequest request = HttpRequest.newBuilder(port.uri()).build();

            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .body())
                    .isEqualTo("here");
            assertThat(server.port()).isEqualTo(port.number());
        }
    }
}
