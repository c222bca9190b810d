package io.counterfoil.testkit.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's connection through a {@link FaultyChannel} with the corresponding connection to the server.
 *
 * <p>Two threads: the caller of {@link #run} transfers requests; another, started by the first request, transfers
 * responses. They share the current exchange, guarded by the lock of this object. The thread that finds an end closes
 * the sockets, which wakes the other; {@code run} returns when both have finished. Exception: when a response is
 * truncated, the client's side ends immediately, and the server's response is read to its end, so that the server does
 * not notice the fault.
 */
final class Link {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int CONNECT_LIMIT_MILLIS = 300_000;
    private static final int DRAIN_LIMIT_MILLIS = 300_000;

    private final FaultyChannel channel;
    private final ExecutorService threads;
    private final InetSocketAddress address;
    private final Socket client;
    private final Socket server = new Socket();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch responsesEnded = new CountDownLatch(1);

    // Guarded by this.
    private Fault fault = Fault.none();
    private boolean answering = true;
    private long delivered;
    private boolean cut;

    Link(FaultyChannel channel, Socket client, InetSocketAddress address, ExecutorService threads) {
        this.channel = channel;
        this.client = client;
        this.address = address;
        this.threads = threads;
    }

    /** Transfers data until either side ends, then closes both sockets. */
    void run() {
        try {
            client.setTcpNoDelay(true);
            carryRequests();
        } catch (IOException | RejectedExecutionException broken) {
            LOG.debug("A client connection has ended: {}", broken.toString());
            resetUnlessCut();
        } catch (RuntimeException badPlan) {
            LOG.warn("The fault plan failed; resetting the connection", badPlan);
            resetUnlessCut();
        } finally {
            awaitResponses();
            close(client);
            close(server);
        }
    }

    /** Ends the client's connection by a TCP RST and the server's normally. */
    void reset() {
        ended.countDown();
        resetClient();
        close(server);
    }

    private void carryRequests() throws IOException {
        InputStream requests = client.getInputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        int read;
        while ((read = requests.read(buffer)) >= 0) {
            if (losesRequest()) {
                channel.count(Fault.Kind.REQUEST_LOST);
                reset();
                return;
            }
            if (!server.isConnected()) {
                connect();
            }
            server.getOutputStream().write(buffer, 0, read);
        }
        if (server.isConnected()) {
            server.shutdownOutput();
        }
    }

    private void connect() throws IOException {
        server.connect(address, CONNECT_LIMIT_MILLIS);
        server.setTcpNoDelay(true);
        threads.execute(this::carryResponses);
    }

    private void carryResponses() {
        try {
            InputStream responses = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            int read;
            while ((read = responses.read(buffer)) >= 0) {
                if (!delivered(buffer, read, out)) {
                    drain(responses, buffer);
                    return;
                }
            }
            close(client);
        } catch (IOException | InterruptedException broken) {
            LOG.debug("A server connection has ended: {}", broken.toString());
            reset();
        } finally {
            responsesEnded.countDown();
        }
    }

    /** Delivers bytes to the client; returns false if the client's connection was ended instead. */
    private boolean delivered(byte[] buffer, int read, OutputStream out) throws IOException, InterruptedException {
        Fault met;
        boolean first;
        long before;
        synchronized (this) {
            met = fault;
            first = !answering;
            answering = true;
            before = delivered;
            delivered += read;
            cut = met instanceof Fault.LoseResponse
                    || (met instanceof Fault.TruncateResponse truncate && delivered > truncate.bytes());
        }
        if (met instanceof Fault.LoseResponse) {
            channel.count(met.kind());
            resetClient();
            return false;
        }
        if (met instanceof Fault.TruncateResponse truncate && before + read > truncate.bytes()) {
            out.write(buffer, 0, (int) (truncate.bytes() - before));
            channel.count(met.kind());
            close(client);
            return false;
        }
        if (met instanceof Fault.DelayResponse delay && first) {
            channel.count(met.kind());
            if (ended.await(delay.by().toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        }
        out.write(buffer, 0, read);
        return true;
    }

    private void drain(InputStream responses, byte[] buffer) throws IOException {
        server.shutdownOutput();
        server.setSoTimeout(DRAIN_LIMIT_MILLIS);
        long start = System.nanoTime();
        while (responses.read(buffer) >= 0
                && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(DRAIN_LIMIT_MILLIS)) {
            // These bytes are withheld from the client.
        }
    }

    /** Whether the exchange that begins is lost before it reaches the server. */
    private synchronized boolean losesRequest() {
        if (!answering) {
            return false;
        }
        fault = channel.begin();
        answering = false;
        delivered = 0;
        return fault instanceof Fault.LoseRequest;
    }

    private void resetUnlessCut() {
        boolean serverIsDrained;
        synchronized (this) {
            serverIsDrained = cut;
        }
        if (!serverIsDrained) {
            reset();
        }
    }

    private void awaitResponses() {
        try {
            if (server.isConnected()) {
                responsesEnded.await();
            }
        } catch (InterruptedException channelCloses) {
            reset();
        }
    }

    private void resetClient() {
        try {
            client.setSoLinger(true, 0);
        } catch (IOException closed) {
            LOG.trace("The connection is already closed", closed);
        }
        close(client);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            LOG.debug("Closing a socket failed", alreadyGone);
        }
    }
}
