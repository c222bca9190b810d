package io.counterfoil.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the body is, it is read once, bounded, and the handler has it as if nobody had read it. */
@ParameterizedClass
@EnumSource(Container.class)
class RequestBodyTest extends ServletScenarios {

    private static final String FORM = "application/x-www-form-urlencoded";

    @Test
    @Tag("RQ-11")
    @Tag("RQ-15")
    void streamAndReader_giveTheBody_andExcludeEachOther() throws Exception {
        on("/stream", (request, response) -> {
            assertThat(request.getInputStream().available()).isEqualTo(7);
            assertThat(request.getInputStream().isReady()).isTrue();
            assertThat(request.getInputStream().isFinished()).isFalse();
            byte[] body = request.getInputStream().readAllBytes();
            assertThat(request.getInputStream().isFinished()).isTrue();
            assertThatThrownBy(request::getReader).isInstanceOf(IllegalStateException.class);
            response.getOutputStream().write(body);
        });
        on("/reader", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getReader().readLine());
            assertThatThrownBy(request::getInputStream).isInstanceOf(IllegalStateException.class);
        });

        assertThat(text(post("/stream", "body \u00e9", KEY, "k"))).isEqualTo("body \u00e9");
        assertThat(text(post("/reader", "body \u00e9", KEY, "k", "Content-Type", "text/plain;charset=UTF-8")))
                .isEqualTo("body \u00e9");
    }

    @Test
    void readerOfAnUnknownCharset_isRefused_asByAContainer() throws Exception {
        assumeTrue(container == Container.TOMCAT, "the container lets such a request through");
        on("/reader", (request, response) -> {
            assertThatThrownBy(request::getReader).isInstanceOf(UnsupportedEncodingException.class);
            response.setStatus(204);
        });

        assertThat(post("/reader", "body", KEY, "k", "Content-Type", "text/plain;charset=none")
                        .statusCode())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH"})
    @Tag("RQ-11")
    void formParameters_standBehindThoseOfTheQuery(String method) throws Exception {
        on("/form", RequestBodyTest::parameters);
        String form = "a=1%26&b=%C3%A9+x&a=2&empty&=noname&c=\u00e9";

        HttpResponse<byte[]> first = form(method, "/form?a=0&q=%C3%A9", form, "k", FORM);

        assertThat(text(first))
                .isEqualTo(
                        "{=[noname], a=[0, 1&, 2], b=[\u00e9 x], c=[\u00e9], empty=[], q=[\u00e9]} 0 null [, a, b, c, empty, q]");
        assertReplayed(first, form(method, "/form?a=0&q=%C3%A9", form, "k", FORM));
        assertThat(form(method, "/form?a=0&q=%C3%A9", "a=3", "k", FORM).statusCode())
                .isEqualTo(422);
        assertThat(executions).hasSize(1);
    }

    @Test
    void formInAnotherCharset_isDecodedByIt() throws Exception {
        on("/form", RequestBodyTest::parameters);

        assertThat(text(form("POST", "/form", "a=%E9", "k", FORM + ";charset=ISO-8859-1")))
                .startsWith("{a=[\u00e9]}");
    }

    @Test
    @Tag("RQ-15")
    void formOfTooManyParameters_failsWhereTheHandlerAsks() throws Exception {
        on("/form", (request, response) -> {
            assertThatThrownBy(() -> request.getParameter("a"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("1000");
            response.setStatus(204);
        });
        on("/undecodable", (request, response) -> {
            assertThatThrownBy(request::getParameterMap).isInstanceOf(IllegalStateException.class);
            response.setStatus(204);
        });

        assertThat(form("POST", "/form", "a&".repeat(1001), "k", FORM).statusCode())
                .isEqualTo(204);
        assertThat(form("POST", "/undecodable", "a=%zz", "k", FORM).statusCode())
                .isEqualTo(204);
    }

    @Test
    @Tag("RQ-11")
    void formParsedByOuterFilter_isFingerprintedByItsParameters() throws Exception {
        inFront((request, response) -> request.getParameter("a"));
        on("/form", RequestBodyTest::parameters);

        HttpResponse<byte[]> first = form("POST", "/form", "a=1&a=2", "k", FORM);

        assertThat(text(first)).startsWith("{a=[1, 2]}");
        assertReplayed(first, form("POST", "/form", "a=1&a=2", "k", FORM));
        assertThat(form("POST", "/form", "a=1&a=3", "k", FORM).statusCode()).isEqualTo(422);
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-11")
    void formParsedByOuterFilter_ofUnknownLength_isFingerprinted() throws Exception {
        around((request, response, chain) -> {
            request.getParameter("a");
            chain.doFilter(
                    new HttpServletRequestWrapper(request) {
                        @Override
                        public String getProtocol() {
                            return "HTTP/2.0";
                        }

                        @Override
                        public @Nullable String getHeader(String name) {
                            return name.equals("Transfer-Encoding") ? null : super.getHeader(name);
                        }
                    },
                    response);
        });
        on("/form", RequestBodyTest::parameters);

        for (String replayed : List.of("false", "true")) {
            HttpResponse<byte[]> answer = send("POST", "/form", chunked("a=1"), KEY, "k", "Content-Type", FORM);
            assertThat(header(answer, "Idempotency-Replayed")).isEqualTo(replayed);
        }
        assertThat(send("POST", "/form", chunked("a=2"), KEY, "k", "Content-Type", FORM)
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-11")
    void multipart_underAnotherBoundary_isTheSameRequest() throws Exception {
        // A container decodes a part's headers as the platform does, unless it is configured otherwise.
        inFront((request, response) -> request.setCharacterEncoding("UTF-8"));
        on("/upload", RequestBodyTest::parts);

        HttpResponse<byte[]> first = upload("/upload", "boundary-1", "file contents");

        assertThat(text(first)).isEqualTo("[text, file] value [value] a \u00e9.txt text/plain 13 file contents");
        assertReplayed(first, upload("/upload", "boundary-2", "file contents"));
        assertThat(upload("/upload", "boundary-1", "other contents").statusCode())
                .isEqualTo(422);
        assertThat(executions).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=\"other\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\nx",
                "name=\"n\"; filename=\"other\"\r\nContent-Type: text/plain\r\n\r\nx",
                "name=\"n\"; filename=\"f\"\r\nContent-Type: text/other\r\n\r\nx",
                "name=\"n\"; filename=\"f\"\r\n\r\nx",
                "name=\"n\"\r\nContent-Type: text/plain\r\n\r\nx",
                "name=\"n\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\n",
                "name=\"n\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"more\"\r\n\r\ny"
            })
    @Tag("RQ-11")
    void multipart_thatDiffersInAnyPart_isAnotherRequest(String part) throws Exception {
        on("/upload", (request, response) -> response.setStatus(204));
        multipart("/upload", "name=\"n\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\nx");

        assertThat(multipart("/upload", part).statusCode()).isEqualTo(422);
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-11")
    void multipart_whereTheServletIsNotSetUpForIt_isBytes() throws Exception {
        on("/bare/upload", (request, response) -> {
            assertThat(request.getParameter("text")).isNull();
            response.getOutputStream().write(request.getInputStream().readAllBytes());
        });

        HttpResponse<byte[]> first = upload("/bare/upload", "boundary-1", "file contents");

        assertThat(text(first)).isEqualTo(multipartBody("boundary-1", "file contents"));
        assertReplayed(first, upload("/bare/upload", "boundary-1", "file contents"));
        assertThat(send(
                                "POST",
                                "/bare/upload",
                                chunked(multipartBody("boundary-1", "file contents")),
                                KEY,
                                "chunked",
                                "Content-Type",
                                "multipart/form-data; boundary=boundary-1")
                        .body())
                .isEqualTo(first.body());
    }

    @Test
    @Tag("RQ-15")
    void multipart_tooLargeOrMalformed_isRejectedBeforeTheClaim() throws Exception {
        on("/upload", RequestBodyTest::parts);
        String type = "multipart/form-data; boundary=b";
        String over = "x".repeat(MAX_BODY);
        BodyPublisher overTheContainers = BodyPublishers.ofString(multipartBody("b", "x".repeat(5000)));

        HttpResponse<byte[]> declared = send(
                "POST", "/upload", BodyPublishers.ofString(multipartBody("b", over)), KEY, "k", "Content-Type", type);
        HttpResponse<byte[]> part = send("POST", "/upload", overTheContainers, KEY, "k", "Content-Type", type);
        HttpResponse<byte[]> cut = send(
                "POST",
                "/upload",
                BodyPublishers.ofString(multipartBody("b", "x").replace("--b--", "")),
                KEY,
                "k",
                "Content-Type",
                type);

        assertThat(declared.statusCode()).isEqualTo(413);
        assertThat(text(declared)).contains("body-too-large", MAX_BODY + " bytes");
        assertThat(part.statusCode()).isIn(400, 413);
        assertThat(cut.statusCode()).isEqualTo(400);
        for (HttpResponse<byte[]> refused : List.of(declared, part, cut)) {
            assertThat(header(refused, "Content-Type")).startsWith("application/problem+json");
            assertThat(header(refused, "Idempotency-Replayed")).isEqualTo("false");
            assertThat(text(refused)).contains("\"field\":\"body\"");
            assertThat(header(refused, "Connection")).isEqualTo("close");
        }
        assertThat(executions).isEmpty();
        assertThat(upload("/upload", "b", "x", "k").statusCode()).isEqualTo(200);
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-11")
    void compressedBody_isItsBytes() throws Exception {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write("contents".getBytes(UTF_8));
        }
        on("/gzip", (request, response) -> {
            response.setHeader("Content-Encoding", "gzip");
            response.getOutputStream().write(request.getInputStream().readAllBytes());
        });

        HttpResponse<byte[]> first = gzip(compressed.toByteArray());

        assertThat(first.body()).isEqualTo(compressed.toByteArray());
        assertReplayed(first, gzip(compressed.toByteArray()));
        assertThat(header(gzip(compressed.toByteArray()), "Content-Encoding")).isEqualTo("gzip");
        assertThat(executions).hasSize(1);
    }

    private HttpResponse<byte[]> gzip(byte[] body) throws Exception {
        return send(
                "POST",
                "/gzip",
                BodyPublishers.ofByteArray(body),
                KEY,
                "k",
                "Content-Encoding",
                "gzip",
                "Content-Type",
                "text/plain");
    }

    private static void parameters(HttpServletRequest request, HttpServletResponse response) throws IOException {
        TreeMap<String, List<String>> all = new TreeMap<>();
        request.getParameterMap().forEach((name, values) -> all.put(name, Arrays.asList(values)));
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .print(all + " " + request.getParameter("a") + " " + request.getParameter("none") + " "
                        + Collections.list(request.getParameterNames()).stream()
                                .sorted()
                                .toList());
    }

    private static void parts(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        Part file = request.getPart("file");
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter()
                .print(request.getParts().stream().map(Part::getName).toList() + " " + request.getParameter("text")
                        + " "
                        + Arrays.asList(request.getParameterValues("text")) + " " + file.getSubmittedFileName() + " "
                        + file.getContentType() + " " + file.getSize() + " "
                        + new String(file.getInputStream().readAllBytes(), UTF_8));
    }

    private HttpResponse<byte[]> form(String method, String path, String form, String key, String type)
            throws Exception {
        return send(method, path, BodyPublishers.ofString(form), KEY, key, "Content-Type", type);
    }

    private HttpResponse<byte[]> upload(String path, String boundary, String contents) throws Exception {
        return upload(path, boundary, contents, "k");
    }

    private HttpResponse<byte[]> upload(String path, String boundary, String contents, String key) throws Exception {
        return send(
                "POST",
                path,
                BodyPublishers.ofString(multipartBody(boundary, contents)),
                KEY,
                key,
                "Content-Type",
                "multipart/form-data; boundary=" + boundary);
    }

    private HttpResponse<byte[]> multipart(String path, String part) throws Exception {
        return send(
                "POST",
                path,
                BodyPublishers.ofString("--b\r\nContent-Disposition: form-data; " + part + "\r\n--b--\r\n", ISO_8859_1),
                KEY,
                "k",
                "Content-Type",
                "multipart/form-data; boundary=b");
    }

    private static String multipartBody(String boundary, String contents) {
        return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nvalue\r\n--" + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a \u00e9.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + contents + "\r\n--" + boundary + "--\r\n";
    }

    private static BodyPublisher chunked(String body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(UTF_8)));
    }
}
