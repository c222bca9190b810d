package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous processing: refused with a key, and left alone without one. */
@ParameterizedClass
@EnumSource(Container.class)
class AsyncTest extends ServletScenarios {

    @ParameterizedTest
    @ValueSource(strings = {"/async", "/lease/async"})
    @Tag("RQ-13")
    void startUnderAKey_isRefused_andSaysWhatToDo(String path) throws Exception {
        on(path, (request, response) -> {
            List<ThrowingCallable> starts = List.of(request::startAsync, () -> request.startAsync(request, response));
            for (ThrowingCallable start : starts) {
                assertThatThrownBy(start)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll(
                                "POST " + path, "servlet all", "idempotency key", "long-running operation");
            }
            assertThat(request.isAsyncStarted()).isFalse();
            assertThatThrownBy(request::getAsyncContext).isInstanceOf(IllegalStateException.class);
            response.getWriter().print("done");
        });

        HttpResponse<byte[]> first = post(path, "", KEY, "k");

        assertThat(text(first)).isEqualTo("done");
        assertReplayed(first, post(path, "", KEY, "k"));
    }

    @Test
    @Tag("RQ-13")
    void startAsync_inTransactionalMode_failsAndFreesTheKey() throws Exception {
        on("/async", (request, response) -> request.startAsync());

        HttpResponse<byte[]> failed = post("/async", "", KEY, "k");
        on("/async", (request, response) -> response.getWriter().print("done"));

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(text(post("/async", "", KEY, "k"))).isEqualTo("done");
    }

    @Test
    @Tag("RQ-13")
    void startAsync_inLeaseMode_leavesUnknownOutcome() throws Exception {
        on("/lease/async", (request, response) -> request.startAsync());

        assertThat(post("/lease/async", "", KEY, "k").statusCode()).isEqualTo(500);
        assertThat(text(post("/lease/async", "", KEY, "k"))).contains("outcome-unknown");
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-13")
    void listenersOfTheBodies_areRefusedUnderAKey() throws Exception {
        on("/listens", (request, response) -> {
            assertThatThrownBy(() -> request.getInputStream().setReadListener(new Reader(request.getInputStream())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setReadListener()");
            assertThatThrownBy(() -> response.getOutputStream().setWriteListener(new Writer()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setWriteListener()");
            assertThat(request.getInputStream().isReady()).isTrue();
            response.getOutputStream().write(request.getInputStream().readAllBytes());
        });

        assertThat(text(post("/listens", "body", KEY, "k"))).isEqualTo("body");
    }

    @Test
    @Tag("RQ-1")
    void requestWithoutAKey_isProcessedAsynchronously() throws Exception {
        on("/async", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                try {
                    response.getWriter().print("later");
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
                async.complete();
            });
        });

        assertThat(text(post("/async", ""))).isEqualTo("later");
    }

    private record Reader(ServletInputStream body) implements ReadListener {

        @Override
        public void onDataAvailable() {}

        @Override
        public void onAllDataRead() {}

        @Override
        public void onError(Throwable failure) {}
    }

    private static final class Writer implements WriteListener {

        @Override
        public void onWritePossible() {}

        @Override
        public void onError(Throwable failure) {}
    }
}
