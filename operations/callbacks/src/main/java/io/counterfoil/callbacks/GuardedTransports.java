package io.counterfoil.callbacks;

import io.counterfoil.http.client.retry.PendingAttempt;
import io.counterfoil.http.client.retry.ReceivedResponse;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.Transport;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.concurrent.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to targets that clients have named, within a {@link TargetPolicy}. Each attempt is one request on a connection of its own,
 * to the address that the policy has just checked.
 *
 * <p>Redirects are not followed. There are no cookies, no proxy, no repeated requests and no decompression. The first {@value #BODY_LIMIT}
 * bytes of a response's body are read, then the connection is closed; its header may have 100 fields of 8 KiB each. An attempt ends at its
 * time limit, however slowly the response arrives.
 *
 * <p>Thread-safe. Closing it aborts the attempts in progress.
 */
final class GuardedTransports implements AutoCloseable {

    /** How much of a response's body is read. */
    public static final int BODY_LIMIT = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(GuardedTransports.class);

    private final TargetPolicy policy;
    private final CloseableHttpClient http;
    private final ScheduledExecutorService timer;

    private GuardedTransports(TargetPolicy policy) {
        this.policy = policy;
        this.http = GuardedClient.under(policy);
        this.timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("counterfoil-callback-timer"));
    }

    /** Transports within this policy. */
    public static GuardedTransports under(TargetPolicy policy) {
        return new GuardedTransports(policy);
    }

    /**
     * A transport for the attempts of one request.
     *
     * @param attemptFields header fields that are computed for each attempt, beside the request's own
     */
    public Transport carrying(RetryableRequest intention, Supplier<List<HeaderField>> attemptFields) {
        return attempt -> exchange(intention, attemptFields.get(), attempt);
    }

    /** The policy. */
    TargetPolicy policy() {
        return policy;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        http.close(CloseMode.IMMEDIATE);
    }

    private ReceivedResponse exchange(RetryableRequest intention, List<HeaderField> fields, PendingAttempt attempt)
            throws IOException {
        Optional<String> wrong = policy.checkForm(intention.uri());
        if (wrong.isPresent()) {
            throw new RefusedTargetException(wrong.get());
        }
        HttpUriRequestBase request = new HttpUriRequestBase(intention.method(), intention.uri());
        intention.headers().forEach(field -> request.addHeader(field.name(), field.value()));
        fields.forEach(field -> request.setHeader(field.name(), field.value()));
        attempt.headers().forEach(field -> request.setHeader(field.name(), field.value()));
        byte[] body = intention.body();
        if (body.length > 0) {
            // The intention's own Content-Type is among its fields.
            request.setEntity(new ByteArrayEntity(body, null));
        }
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.of(attempt.timeout()))
                .build());
        AtomicBoolean late = new AtomicBoolean();
        ScheduledFuture<?> end = timer.schedule(
                () -> {
                    late.set(true);
                    request.cancel();
                },
                attempt.timeout().toNanos(),
                TimeUnit.NANOSECONDS);
        try {
            return send(intention, request);
        } catch (ConnectTimeoutException notConnected) {
            throw caused(new HttpConnectTimeoutException("no connection within the time limit"), notConnected);
        } catch (IOException failure) {
            // The socket's limit for one read is as long as the try's, and is over first where the timer's thread is
            // late.
            throw late.get() || failure instanceof SocketTimeoutException
                    ? caused(new HttpTimeoutException("no complete response within " + attempt.timeout()), failure)
                    : failure;
        } finally {
            end.cancel(false);
        }
    }

    private ReceivedResponse send(RetryableRequest intention, HttpUriRequestBase request) throws IOException {
        HttpHost target = new HttpHost(
                intention.uri().getScheme(), intention.uri().getHost(), TargetPolicy.portOf(intention.uri()));
        ClassicHttpResponse response = http.executeOpen(target, request, null);
        try {
            byte[] body = beginning(response);
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (Header header : response.getHeaders()) {
                headers.computeIfAbsent(header.getName(), name -> new ArrayList<>())
                        .add(String.valueOf(header.getValue()));
            }
            return new ReceivedResponse(response.getCode(), HttpHeaders.of(headers, (name, value) -> true), body);
        } finally {
            cutOff(request, response);
        }
    }

    /** Ends the connection first: closing the response alone would read the rest of it, however long. */
    private static void cutOff(HttpUriRequestBase request, ClassicHttpResponse response) {
        request.cancel();
        try {
            response.close();
        } catch (IOException cut) {
            LOG.trace("A response exceeded its limit and was truncated", cut);
        }
    }

    private static byte[] beginning(ClassicHttpResponse response) throws IOException {
        if (response.getEntity() == null) {
            return new byte[0];
        }
        @Nullable InputStream content = response.getEntity().getContent();
        return content == null ? new byte[0] : content.readNBytes(BODY_LIMIT);
    }

    private static <X extends IOException> X caused(X failure, IOException cause) {
        failure.initCause(cause);
        return failure;
    }
}
