package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that listen to the bodies of request and response, and do not block. */
@ParameterizedClass
@EnumSource(Container.class)
class BodyListenersTest extends ServletScenarios {

    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forgetWhatWasTold() {
        told.clear();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "body", "a longer body than the handler reads at once"})
    @Tag("RQ-7")
    @Tag("RQ-11")
    void listenersOfTheBodies_areCalledAsTheSpecificationSays(String body) throws Exception {
        on("/lease/copy", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Teller(told, ""));
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new Copying(request));
            assertThatThrownBy(() -> in.setReadListener(new Copying(request)))
                    .isInstanceOf(IllegalStateException.class);
        });

        HttpResponse<byte[]> first = post("/lease/copy", body, KEY, "k");

        assertThat(text(first)).isEqualTo(body);
        assertThat(told).containsExactly("complete");
        assertReplayed(first, post("/lease/copy", body, KEY, "k"));
    }

    @Test
    @Tag("RQ-13")
    void listenerOfTheBodyThatFails_isTold_andFailsTheRequest() throws Exception {
        on("/lease/copy", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Teller(told, ""));
            request.getInputStream().setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    throw new IOException("broken");
                }

                @Override
                public void onAllDataRead() {
                    told.add("all data read");
                }

                @Override
                public void onError(Throwable failure) {
                    told.add("read error " + failure.getMessage());
                }
            });
        });

        assertThat(post("/lease/copy", "body", KEY, "k").statusCode()).isEqualTo(500);
        assertThat(told).containsExactly("read error broken", "error broken", "complete");
    }

    @Test
    @Tag("RQ-11")
    void listenersInATransaction_areRefused() throws Exception {
        on("/copy", (request, response) -> {
            assertThatThrownBy(() -> request.getInputStream().setReadListener(new Copying(request)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("startAsync()");
            response.setStatus(204);
        });

        assertThat(post("/copy", "body", KEY, "k").statusCode()).isEqualTo(204);
    }

    /** Copies the request's body to the response, without blocking. */
    private record Copying(HttpServletRequest request) implements ReadListener {

        @Override
        public void onDataAvailable() throws IOException {
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            byte[] buffer = new byte[10];
            while (in.isReady()) {
                read.write(buffer, 0, in.read(buffer));
            }
            request.setAttribute("body", text(request) + read.toString(UTF_8));
        }

        private static String text(HttpServletRequest request) {
            Object text = request.getAttribute("body");
            return text == null ? "" : (String) text;
        }

        @Override
        public void onAllDataRead() throws IOException {
            AsyncContext async = request.getAsyncContext();
            ServletOutputStream out = async.getResponse().getOutputStream();
            out.setWriteListener(new WriteListener() {
                @Override
                public void onWritePossible() throws IOException {
                    assertThat(out.isReady()).isTrue();
                    out.write(text(request).getBytes(UTF_8));
                    async.complete();
                }

                @Override
                public void onError(Throwable failure) {
                    throw new IllegalStateException(failure);
                }
            });
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
