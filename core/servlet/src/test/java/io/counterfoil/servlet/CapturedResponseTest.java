package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** To its handler, a response that is kept back is like any other. */
@ParameterizedClass
@EnumSource(Container.class)
class CapturedResponseTest extends ServletScenarios {

    @ParameterizedTest
    @ValueSource(strings = {"flushBuffer", "stream", "writer", "close", "overflow"})
    @Tag("RQ-7")
    void committedResponse_takesNoMoreOfTheHead(String how) throws Exception {
        on("/committed", (request, response) -> {
            response.setStatus(201);
            response.setHeader("X-Before", "1");
            assertThat(response.isCommitted()).isFalse();
            switch (how) {
                case "flushBuffer" -> {
                    response.getWriter().print("body");
                    response.flushBuffer();
                }
                case "stream" -> {
                    response.getOutputStream().print("body");
                    response.getOutputStream().flush();
                }
                case "writer" -> {
                    response.getWriter().print("body");
                    response.getWriter().flush();
                }
                case "close" -> {
                    response.getWriter().print("body");
                    response.getWriter().close();
                    response.getWriter().print("too late");
                }
                default -> {
                    response.setBufferSize(1);
                    response.getOutputStream().print("x".repeat(response.getBufferSize() + 1));
                }
            }
            assertThat(response.isCommitted()).isTrue();
            response.setStatus(500);
            response.setHeader("X-Before", "2");
            response.addHeader("X-After", "1");
            response.setIntHeader("X-After", 1);
            response.addIntHeader("X-After", 1);
            response.setDateHeader("X-After", 1);
            response.addDateHeader("X-After", 1);
            response.addCookie(new Cookie("after", "1"));
            response.setContentType("application/after");
            response.setCharacterEncoding("UTF-16");
            response.setLocale(Locale.FRENCH);
            assertRefused(() -> response.setBufferSize(100_000));
            assertRefused(response::reset);
            assertRefused(response::resetBuffer);
            assertRefused(() -> response.sendError(500));
            assertRefused(() -> response.sendRedirect("/elsewhere"));
        });

        HttpResponse<byte[]> first = post("/committed", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(header(first, "X-Before")).isEqualTo("1");
        assertThat(first.headers().map()).doesNotContainKeys("X-After", "Set-Cookie", "Content-Language", "Location");
        assertThat(first.headers().firstValue("Content-Type").orElse(""))
                .doesNotContain("after")
                .doesNotContainIgnoringCase("utf-16");
        assertThat(text(first)).matches("body|x+");
        assertReplayed(first, post("/committed", "", KEY, "k"));
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void writerAndStream_excludeEachOther_untilAReset() throws Exception {
        on("/both", (request, response) -> {
            response.getOutputStream().print("gone");
            assertRefused(response::getWriter);
            assertRefused(() -> response.setBufferSize(100_000));
            response.resetBuffer();
            assertRefused(response::getWriter);
            response.setHeader("X-Gone", "1");
            response.addCookie(new Cookie("gone", "1"));
            response.setStatus(201);
            response.reset();
            assertThat(response.getStatus()).isEqualTo(200);
            response.getWriter().print("stays");
            assertRefused(response::getOutputStream);
        });

        HttpResponse<byte[]> first = post("/both", "", KEY, "k");

        assertThat(text(first)).isEqualTo("stays");
        assertThat(first.headers().map()).doesNotContainKeys("X-Gone", "Set-Cookie");
        assertThat(header(first, "Correlation-Id")).isNotEmpty();
    }

    @Test
    @Tag("RQ-7")
    void charset_isFixedByTheWriter() throws Exception {
        on("/charset", (request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter().print("\u00e9");
            response.setCharacterEncoding("UTF-16");
            response.setCharacterEncoding(StandardCharsets.UTF_16);
            response.setContentType("text/plain;charset=UTF-16");
            response.setLocale(Locale.JAPANESE);
            response.getWriter().print("\u20ac");
            assertThat(response.getCharacterEncoding()).isEqualToIgnoringCase("UTF-8");
            assertThat(response.getLocale()).isEqualTo(Locale.JAPANESE);
        });
        on("/unknown", (request, response) -> {
            response.setContentType("text/plain");
            response.setHeader("Content-Type", "text/other");
            response.addHeader("Content-Type", "text/plain; charset=utf-8");
            response.getWriter().print("\u00e9");
        });

        HttpResponse<byte[]> first = post("/charset", "", KEY, "k");

        assertThat(text(first)).isEqualTo("\u00e9\u20ac");
        assertThat(header(first, "Content-Type").replace(" ", "")).isEqualToIgnoringCase("text/plain;charset=UTF-8");
        assertThat(header(first, "Content-Language")).isEqualTo("ja");
        assertReplayed(first, post("/charset", "", KEY, "k"));
        assertThat(text(post("/unknown", "", KEY, "k"))).isEqualTo("\u00e9");
    }

    @Test
    @Tag("RQ-7")
    void contentLength_setWronglyByTheHandler_isThatOfTheBody() throws Exception {
        on("/short", (request, response) -> {
            response.setContentLength(100);
            response.getOutputStream().print("short");
        });
        on("/long", (request, response) -> {
            response.setContentLengthLong(1);
            response.setHeader("Content-Length", "2");
            response.addHeader("content-length", "2");
            response.setIntHeader("Content-Length", 2);
            response.addIntHeader("Content-Length", 2);
            response.getOutputStream().print("longer");
        });

        for (String path : List.of("/short", "/long")) {
            HttpResponse<byte[]> first = post(path, "", KEY, "k");
            assertThat(header(first, "Content-Length")).isEqualTo("" + first.body().length);
            assertThat(text(first)).isIn("short", "longer");
            assertReplayed(first, post(path, "", KEY, "k"));
        }
    }

    @Test
    @Tag("RQ-7")
    void redirect_keepsStatusLocationAndBody_asAsked() throws Exception {
        on("/found", (request, response) -> {
            response.getWriter().print("gone");
            response.sendRedirect("/elsewhere");
            assertThat(response.isCommitted()).isTrue();
            response.setStatus(200);
        });
        on("/other", (request, response) -> {
            response.getWriter().print("stays");
            response.sendRedirect("relative?a=b", HttpServletResponse.SC_SEE_OTHER, false);
            response.getWriter().print("too late");
        });
        on("/moved", (request, response) -> response.sendRedirect("http://elsewhere.test/", 308));
        on("/kept", (request, response) -> response.sendRedirect("/elsewhere", false));

        HttpResponse<byte[]> found = post("/found", "", KEY, "k");
        HttpResponse<byte[]> other = post("/other", "", KEY, "k");

        assertThat(found.statusCode()).isEqualTo(302);
        assertThat(header(found, "Location")).isEqualTo("/elsewhere");
        assertThat(text(found)).isEmpty();
        assertReplayed(found, post("/found", "", KEY, "k"));
        assertThat(other.statusCode()).isEqualTo(303);
        assertThat(header(other, "Location"))
                .isEqualTo(header(post("/other", ""), "Location"))
                .endsWith("relative?a=b");
        assertThat(text(other)).isEqualTo("stays");
        assertThat(post("/moved", "", KEY, "k").statusCode()).isEqualTo(308);
        assertThat(post("/kept", "", KEY, "k").statusCode()).isEqualTo(302);
    }

    @Test
    @Tag("RQ-7")
    void trailerFields_areRefusedByName() throws Exception {
        on("/trailers", (request, response) -> {
            assertThatThrownBy(() -> response.setTrailerFields(() -> Map.of("Trailer", "1")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("trailer fields");
            response.setStatus(204);
        });

        HttpResponse<byte[]> answer = post("/trailers", "", KEY, "k");

        assertThat(answer.statusCode()).isEqualTo(204);
        assertThat(answer.headers().map()).doesNotContainKey("Content-Length");
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-16")
    void session_goesToItsOwnClientAlone() throws Exception {
        on("/session", (request, response) -> {
            request.getSession();
            response.addCookie(new Cookie("own", "1"));
            response.setHeader("ETag", "\"1\"");
        });

        HttpResponse<byte[]> first = post("/session", "", KEY, "k");
        HttpResponse<byte[]> again = post("/session", "", KEY, "k");

        assertThat(first.headers().allValues("Set-Cookie"))
                .hasSize(2)
                .anyMatch(cookie -> cookie.startsWith("JSESSIONID="))
                .anyMatch(cookie -> cookie.startsWith("own=1"));
        assertReplayed(first, again);
        assertThat(header(again, "ETag")).isEqualTo("\"1\"");
        assertThat(again.headers().map()).doesNotContainKey("Set-Cookie");
    }

    @Test
    @Tag("RQ-15")
    void responseTooLargeToStore_isSentWhole_andNotReplayed() throws Exception {
        String large = "x".repeat(200_000);
        on("/large", (request, response) -> {
            // Not to be compressed into the limit.
            java.util.Random random = new java.util.Random(1);
            for (int i = 0; i < large.length(); i++) {
                response.getOutputStream().write(random.nextInt());
            }
        });

        HttpResponse<byte[]> first = post("/large", "", KEY, "k");
        HttpResponse<byte[]> again = post("/large", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).hasSize(large.length());
        assertThat(header(first, "Idempotency-Stored")).isEqualTo("false");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(text(again)).contains("response-not-stored");
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-7")
    void forward_isPartOfTheWork_andGuardedOnce() throws Exception {
        on("/from", (request, response) -> {
            response.setHeader("X-From", "1");
            response.getWriter().print("gone");
            request.getRequestDispatcher("/to?b=2").forward(request, response);
            assertThat(response.isCommitted()).isTrue();
            response.getWriter().print("too late");
        });
        on("/to", (request, response) -> {
            response.setStatus(201);
            response.getWriter()
                    .print(request.getRequestURI() + " " + request.getParameter("a") + request.getParameter("b") + " "
                            + request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE)
                                    .getClass()
                                    .getSimpleName());
        });

        HttpResponse<byte[]> first =
                post("/from", "a=1", KEY, "k", "Content-Type", "application/x-www-form-urlencoded");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("/to 12 KeyedExecution");
        assertThat(header(first, "X-From")).isEqualTo("1");
        assertReplayed(first, post("/from", "a=1", KEY, "k", "Content-Type", "application/x-www-form-urlencoded"));
        assertThat(executions).containsExactly("/from", "/to");
    }

    @Test
    @Tag("RQ-7")
    void include_addsToTheBody_andToNothingElse() throws Exception {
        on("/outside", (request, response) -> {
            response.setStatus(201);
            response.setContentType("text/plain");
            response.getWriter().print("before ");
            request.getRequestDispatcher("/inside").include(request, response);
            response.getWriter().print(" after");
            response.setHeader("X-Outside", "1");
        });
        on("/inside", (request, response) -> {
            response.setStatus(500);
            response.setHeader("X-Inside", "1");
            response.setContentType("text/inside");
            response.sendError(500);
            response.getWriter().print("inside");
        });

        HttpResponse<byte[]> first = post("/outside", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("before inside after");
        assertThat(header(first, "X-Outside")).isEqualTo("1");
        assertThat(header(first, "Content-Type")).startsWith("text/plain");
        assertThat(first.headers().map()).doesNotContainKey("X-Inside");
        assertReplayed(first, post("/outside", "", KEY, "k"));
    }

    @Test
    void execution_isThere_whileTheHandlerRuns_andNoLonger() throws Exception {
        on(
                "/execution",
                (request, response) -> response.getWriter()
                        .print("" + (request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE) != null)));

        assertThat(text(post("/execution", "", KEY, "k"))).isEqualTo("true");
        assertThat(text(post("/execution", ""))).isEqualTo("false");
    }
}
