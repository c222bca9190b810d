package io.counterfoil.testkit.network;

import static io.counterfoil.testkit.network.RawServer.ascii;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class FaultyChannelTest {

    private static final String RESPONSE = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

    private RawServer server;

    @BeforeEach
    void start() throws IOException {
        server = new RawServer(ascii(RESPONSE));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void none_carriesExchangesOverOneKeptConnection() throws IOException {
        try (FaultyChannel channel = channel();
                Socket client = connect(channel)) {
            for (String path : new String[] {"/1", "/2", "/3"}) {
                ask(client, path);
                assertThat(read(client, RESPONSE.length())).isEqualTo(RESPONSE);
            }

            assertThat(server.requests).containsExactly("GET /1", "GET /2", "GET /3");
            assertThat(channel.exchanges()).isEqualTo(3);
            assertThat(channel.connections()).isEqualTo(1);
            assertNothingHappenedBut(channel, Fault.Kind.NONE);
        }
    }

    @Test
    void loseRequest_resetsTheClientAndTheServerSeesNothing() throws IOException {
        try (FaultyChannel channel = channel(Fault.loseRequest());
                Socket client = connect(channel)) {
            ask(client, "/lost");
            assertReset(client);

            assertThat(server.requests).isEmpty();
            assertNothingHappenedBut(channel, Fault.Kind.REQUEST_LOST);
        }
    }

    @Test
    void loseRequest_onAKeptConnection_affectsOnlyThatExchange() throws Exception {
        try (FaultyChannel channel = channel(Fault.none(), Fault.loseRequest());
                Socket client = connect(channel)) {
            ask(client, "/1");
            assertThat(read(client, RESPONSE.length())).isEqualTo(RESPONSE);
            ask(client, "/2");
            assertReset(client);

            assertThat(server.ends.take()).isEqualTo("in order");
            assertThat(server.requests).containsExactly("GET /1");
        }
    }

    @Test
    void loseResponse_deliversTheRequestAndNoneOfTheResponse() throws Exception {
        try (FaultyChannel channel = channel(Fault.loseResponse());
                Socket client = connect(channel)) {
            ask(client, "/done");
            assertReset(client);

            assertThat(server.requests).containsExactly("GET /done");
            assertThat(server.ends.take()).isEqualTo("in order");
            assertNothingHappenedBut(channel, Fault.Kind.RESPONSE_LOST);
        }
    }

    @Test
    void truncateResponse_deliversExactlyTheseBytesThenTheEnd() throws Exception {
        try (FaultyChannel channel = channel(Fault.truncateResponse(20));
                Socket client = connect(channel)) {
            ask(client, "/half");

            assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
                    .isEqualTo(RESPONSE.substring(0, 20));
            assertThat(server.requests).containsExactly("GET /half");
            assertThat(server.ends.take()).isEqualTo("in order");
            assertNothingHappenedBut(channel, Fault.Kind.RESPONSE_TRUNCATED);
        }
    }

    @Test
    void truncateResponse_longerThanTheResponse_hasNoEffect() throws IOException {
        try (FaultyChannel channel = channel(Fault.truncateResponse(RESPONSE.length()));
                Socket client = connect(channel)) {
            ask(client, "/1");
            assertThat(read(client, RESPONSE.length())).isEqualTo(RESPONSE);
            ask(client, "/2");
            assertThat(read(client, RESPONSE.length())).isEqualTo(RESPONSE);

            assertNothingHappenedBut(channel, Fault.Kind.NONE);
        }
    }

    @Test
    void delayResponse_keepsTheWholeResponseBack() throws IOException {
        try (FaultyChannel channel = channel(Fault.delayResponse(Duration.ofDays(1)));
                Socket client = connect(channel)) {
            ask(client, "/late");
            await(() -> channel.happened(Fault.Kind.RESPONSE_DELAYED) == 1);

            assertThat(server.requests).containsExactly("GET /late");
            assertThat(client.getInputStream().available()).isZero();
            assertNothingHappenedBut(channel, Fault.Kind.RESPONSE_DELAYED);
        }
    }

    @Test
    void delayResponse_deliversTheWholeResponseAfterTheDelay() throws IOException {
        try (FaultyChannel channel = channel(Fault.delayResponse(Duration.ofMillis(80)));
                Socket client = connect(channel)) {
            ask(client, "/late");

            assertThat(read(client, RESPONSE.length())).isEqualTo(RESPONSE);
            assertNothingHappenedBut(channel, Fault.Kind.RESPONSE_DELAYED);
        }
    }

    @Test
    void cutResponse_isReadToItsEndSoThatTheServerSeesNoFault() throws Exception {
        byte[] large = new byte[4 << 20];
        try (RawServer talker = new RawServer(large);
                FaultyChannel channel = FaultyChannel.open(
                        "127.0.0.1", talker.port(), FaultPlan.scripted(Fault.truncateResponse(100)));
                Socket client = connect(channel)) {
            ask(client, "/large");

            assertThat(client.getInputStream().readAllBytes()).hasSize(100);
            assertThat(talker.ends.take()).isEqualTo("in order");
        }
    }

    @Test
    void largeResponse_passesUnchanged() throws IOException {
        byte[] large = new byte[3_000_017];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
        }
        try (RawServer talker = new RawServer(large);
                FaultyChannel channel = FaultyChannel.open("127.0.0.1", talker.port(), FaultPlan.none());
                Socket client = connect(channel)) {
            ask(client, "/large");

            assertThat(client.getInputStream().readNBytes(large.length)).isEqualTo(large);
        }
    }

    @Test
    void serverThatCloses_endsTheClientNormally() throws IOException {
        try (FaultyChannel channel = channel();
                Socket client = connect(channel)) {
            ask(client, "/1");
            read(client, RESPONSE.length());
            server.hangUp();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void serverThatIsDown_resetsTheClient() throws IOException {
        // Not a server that was closed: its accept() may still take one connection until the kernel has woken its
        // thread.
        try (ReservedPort down = ReservedPort.any();
                FaultyChannel channel = FaultyChannel.open("127.0.0.1", down.number(), FaultPlan.none());
                Socket client = connect(channel)) {
            ask(client, "/unavailable");

            assertReset(client);
        }
    }

    @Test
    void clientThatLeaves_freesItsPlace() throws Exception {
        try (FaultyChannel channel = channel()) {
            try (Socket client = connect(channel)) {
                ask(client, "/1");
                read(client, RESPONSE.length());
            }
            assertThat(server.ends.take()).isEqualTo("in order");
            await(() -> channel.connections() == 0);
        }
    }

    @Test
    void follow_replacesThePlanOnAConnectionThatIsOpen() throws IOException {
        try (FaultyChannel channel = channel();
                Socket client = connect(channel)) {
            ask(client, "/1");
            read(client, RESPONSE.length());
            channel.follow(Fault::loseRequest);
            ask(client, "/2");

            assertReset(client);
        }
    }

    @Test
    void planThatFails_resetsTheClient() throws IOException {
        FaultPlan broken = () -> {
            throw new IllegalStateException("no plan");
        };
        try (FaultyChannel channel = FaultyChannel.open("127.0.0.1", server.port(), broken);
                Socket client = connect(channel)) {
            ask(client, "/1");

            assertReset(client);
        }
    }

    @Test
    void close_resetsClientsAndLeavesNeitherThreadNorPort() throws IOException {
        FaultyChannel channel = channel(Fault.none(), Fault.delayResponse(Duration.ofMinutes(5)));
        try (Socket idle = connect(channel);
                Socket waiting = connect(channel)) {
            ask(idle, "/1");
            read(idle, RESPONSE.length());
            ask(waiting, "/2");
            await(() -> channel.happened(Fault.Kind.RESPONSE_DELAYED) == 1);

            channel.close();

            assertReset(idle);
            assertReset(waiting);
            assertThat(channel.connections()).isZero();
            String threads = "faulty-channel-" + channel.port() + "-";
            await(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith(threads)));
            assertThatThrownBy(() -> connect(channel)).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void connectionsPastTheLimit_waitForAPlace() throws Exception {
        Socket[] clients = new Socket[FaultyChannel.MAX_CONNECTIONS + 1];
        try (FaultyChannel channel = channel()) {
            for (int i = 0; i < clients.length; i++) {
                clients[i] = connect(channel);
            }
            await(() -> channel.connections() == FaultyChannel.MAX_CONNECTIONS);
            ask(clients[clients.length - 1], "/patient");
            assertThat(server.requests).isEmpty();

            clients[0].close();

            assertThat(read(clients[clients.length - 1], RESPONSE.length())).isEqualTo(RESPONSE);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void open_toAnUnknownHost_isRejected() {
        assertThatThrownBy(() -> FaultyChannel.open("no-such-host.invalid", 1, FaultPlan.none()))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void uri_leadsToTheChannel() throws IOException {
        try (FaultyChannel channel = channel()) {
            assertThat(channel.uri("/a?b=c")).hasToString("http://127.0.0.1:" + channel.port() + "/a?b=c");
        }
    }

    private FaultyChannel channel(Fault... faults) throws IOException {
        return FaultyChannel.open("127.0.0.1", server.port(), FaultPlan.scripted(faults));
    }

    private static Socket connect(FaultyChannel channel) throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), channel.port());
        client.setTcpNoDelay(true);
        client.setSoTimeout(300_000);
        return client;
    }

    private static void ask(Socket client, String path) throws IOException {
        client.getOutputStream().write(ascii("GET " + path + "\r\n\r\n"));
    }

    private static String read(Socket client, int bytes) throws IOException {
        return new String(client.getInputStream().readNBytes(bytes), US_ASCII);
    }

    private static void assertReset(Socket client) {
        assertThatThrownBy(() -> client.getInputStream().read())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    private static void assertNothingHappenedBut(FaultyChannel channel, Fault.Kind expected) {
        for (Fault.Kind kind : Fault.Kind.values()) {
            assertThat(channel.happened(kind))
                    .as(kind.name())
                    .isEqualTo(kind == expected && kind != Fault.Kind.NONE ? 1 : 0);
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(5, TimeUnit.MINUTES)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(condition::getAsBoolean);
    }
}
