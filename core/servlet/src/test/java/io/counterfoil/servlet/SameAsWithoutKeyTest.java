package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client gets of a request with a key, beside what it gets without one. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("RQ-22")
class SameAsWithoutKeyTest extends ServletScenarios {

    private void assertSame(String path) throws Exception {
        HttpResponse<byte[]> without = post(path, "");
        HttpResponse<byte[]> first = post(path, "", KEY, path);
        HttpResponse<byte[]> again = post(path, "", KEY, path);

        assertThat(first.statusCode()).isEqualTo(without.statusCode());
        assertThat(text(first)).isEqualTo(text(without));
        for (String name : List.of("Content-Type", "Content-Length", "Content-Encoding", "Location", "X-Gone")) {
            assertThat(first.headers().allValues(name))
                    .as(name)
                    .isEqualTo(without.headers().allValues(name));
        }
        assertReplayed(first, again);
    }

    @Test
    void response_behindAFilterThatCompresses_isCompressedWhole() throws Exception {
        around(SameAsWithoutKeyTest::compress);
        on("/text", (request, response) -> {
            response.setContentType("text/plain;charset=UTF-8");
            response.setContentLength(5000);
            response.getOutputStream().write("text ".repeat(1000).getBytes(UTF_8));
        });

        assertSame("/text");

        byte[] body = post("/text", "", KEY, "compressed").body();
        assertThat(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes())
                .isEqualTo("text ".repeat(1000).getBytes(UTF_8));
    }

    @Test
    void refusal_behindAFilterThatCompresses_isCompressedWhole() throws Exception {
        around(SameAsWithoutKeyTest::compress);
        on("/text", (request, response) -> response.getOutputStream().print("text"));
        post("/text", "", KEY, "k");

        HttpResponse<byte[]> refused = post("/text", "other", KEY, "k");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(new GZIPInputStream(new ByteArrayInputStream(refused.body())).readAllBytes())
                .isNotEmpty();
    }

    private static void compress(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Content-Encoding", "gzip");
        try (GZIPOutputStream compressed = new GZIPOutputStream(response.getOutputStream())) {
            chain.doFilter(request, new Compressing(response, compressed));
        }
    }

    @Test
    void filter_thatWritesAfterAWriter_addsToTheBody() throws Exception {
        around((request, response, chain) -> {
            chain.doFilter(request, response);
            response.getWriter().print(",filter \u00e9");
        });
        on("/text", (request, response) -> {
            response.setContentType("text/plain");
            response.getWriter().print("handler \u00e9");
        });

        assertSame("/text");
    }

    @Test
    void filter_thatWritesAfterAStream_addsToTheBody() throws Exception {
        around((request, response, chain) -> {
            chain.doFilter(request, response);
            response.getOutputStream().print(",filter");
        });
        on("/bytes", (request, response) -> response.getOutputStream().print("handler"));

        assertSame("/bytes");
    }

    @Test
    void length_ofALargeBody_isSentWhereItWasAnnounced() throws Exception {
        on("/announced", (request, response) -> {
            response.setHeader("Content-Length", "50000");
            response.getOutputStream().write(new byte[50_000]);
        });
        on("/not-announced", (request, response) -> response.getOutputStream().write(new byte[50_000]));

        for (String path : List.of("/announced", "/not-announced")) {
            assertThat(post(path, "", KEY, path).headers().allValues("Content-Length"))
                    .isEqualTo(post(path, "").headers().allValues("Content-Length"));
        }
    }

    @Test
    void redirect_hasTheLocationThatTheContainerMakesOfIt() throws Exception {
        for (String given : List.of(
                "/elsewhere?a=/../b",
                "relative",
                "../up/./x",
                "/a/b/..",
                "?a=b",
                "http://elsewhere.test/a/../b",
                "//elsewhere.test/a")) {
            String path = "/folder/from-" + executions.size();
            on(path, (request, response) -> response.sendRedirect(given));
            assertSame(path);
        }
    }

    @Test
    void writer_thatAHandlerKeepsOverAReset_writesOn() throws Exception {
        on("/reset", (request, response) -> {
            response.setHeader("X-Gone", "yes");
            PrintWriter writer = response.getWriter();
            writer.print("gone");
            response.reset();
            response.setStatus(201);
            writer.print("kept ");
            response.getWriter().print("new ");
            writer.print("old");
        });

        HttpResponse<byte[]> first = post("/reset", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("kept new old");
        assertThat(first.headers().map()).doesNotContainKey("X-Gone");
        assertReplayed(first, post("/reset", "", KEY, "k"));
    }

    /** A response whose stream is compressed. */
    private static final class Compressing extends HttpServletResponseWrapper {

        private final GZIPOutputStream compressed;

        Compressing(HttpServletResponse response, GZIPOutputStream compressed) {
            super(response);
            this.compressed = compressed;
        }

        @Override
        public void setContentLength(int length) {
            // That of the compressed body is another.
        }

        @Override
        public ServletOutputStream getOutputStream() {
            return new ServletOutputStream() {
                @Override
                public void write(int oneByte) throws IOException {
                    compressed.write(oneByte);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
