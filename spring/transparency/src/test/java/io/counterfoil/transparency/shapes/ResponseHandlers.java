package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.testkit.transparency.DifferentUnderAKey.FAILURE_IS_NO_SUCCESS;

import io.counterfoil.transparency.Shape;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Responses of each kind. */
@org.springframework.web.bind.annotation.RestController
class ResponseHandlers extends Handlers {

    /** A value whose last member cannot be read. */
    record Broken(String first) {
        public String getLast() {
            if (!first.isEmpty()) {
                throw new IllegalStateException("getter");
            }
            return first;
        }
    }

    @Shape("/response/text")
    String text() {
        db.add("one");
        return "grüße";
    }

    @Shape("/response/json")
    Map<String, Object> json() {
        db.add("one");
        return new TreeMap<>(Map.of("name", "ann", "amounts", List.of(1, 2)));
    }

    @Shape("/response/nothing")
    void nothing() {
        db.add("one");
    }

    @Shape("/response/null")
    ResponseEntity<Void> noContent() {
        db.add("one");
        return ResponseEntity.noContent().build();
    }

    @Shape("/response/created")
    ResponseEntity<Map<String, String>> created() {
        db.add("one");
        return ResponseEntity.created(URI.create("/notes/one")).eTag("v1").body(Map.of("name", "one"));
    }

    @Shape("/response/header-fields")
    ResponseEntity<String> headerFields() {
        return ResponseEntity.ok()
                .header("X-One", "a", "b")
                .header("Cache-Control", "max-age=60")
                .header("Vary", "Accept")
                .header("Link", "</next>; rel=next")
                .body("fields");
    }

    @ResponseStatus(HttpStatus.ACCEPTED)
    @Shape("/response/status-of-the-handler")
    String statusOfTheHandler() {
        db.add("one");
        return "accepted";
    }

    @Shape("/response/bad-request")
    ResponseEntity<String> badRequest() {
        db.add("kept");
        return ResponseEntity.badRequest().body("refused");
    }

    @Shape(value = "/response/internal-error", shows = EFFECTS_COMMIT_TOGETHER)
    ResponseEntity<String> internalError() {
        db.add("undone");
        return ResponseEntity.internalServerError().body("failed");
    }

    @Shape("/response/bytes")
    byte[] bytes() {
        return new byte[20_000];
    }

    @Shape("/response/resource")
    ResponseEntity<Resource> resource() {
        return ResponseEntity.ok()
                .header("Content-Disposition", "attachment; filename=a.txt")
                .contentType(MediaType.TEXT_PLAIN)
                .body(new ByteArrayResource("content".getBytes(StandardCharsets.UTF_8)));
    }

    @Shape("/response/writer")
    void writer(HttpServletResponse response) throws IOException {
        db.add("one");
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().write("grüße");
    }

    @Shape("/response/stream-flushed")
    void streamFlushed(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getOutputStream().write("first,".getBytes(StandardCharsets.UTF_8));
        response.flushBuffer();
        db.add("after the flush");
        response.getOutputStream().write("second".getBytes(StandardCharsets.UTF_8));
    }

    @Shape("/response/stream-of-200-kilobytes")
    void streamLarge(HttpServletResponse response) throws IOException {
        response.setContentType("application/octet-stream");
        for (int i = 0; i < 200; i++) {
            response.getOutputStream().write(new byte[1000]);
        }
        db.add("one");
    }

    @Shape("/response/content-length-by-hand")
    void contentLength(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.setContentLength(5);
        response.getOutputStream().write("12345".getBytes(StandardCharsets.UTF_8));
        db.add("after the last byte");
    }

    @Shape("/response/writer-reset")
    void writerReset(HttpServletResponse response) throws IOException {
        response.setHeader("X-Gone", "yes");
        response.getWriter().write("gone");
        response.reset();
        response.setStatus(201);
        response.getWriter().write("kept");
    }

    @Shape("/response/send-error-404")
    void sendError404(HttpServletResponse response) throws IOException {
        db.add("kept");
        response.sendError(404, "not there");
    }

    @Shape(value = "/response/send-error-500", shows = EFFECTS_COMMIT_TOGETHER)
    void sendError500(HttpServletResponse response) throws IOException {
        db.add("undone");
        response.sendError(500, "failed");
    }

    @Shape("/response/send-redirect")
    void sendRedirect(HttpServletResponse response) throws IOException {
        db.add("one");
        response.sendRedirect("/elsewhere?a=1");
    }

    @Shape("/response/see-other")
    ResponseEntity<Void> seeOther() {
        return ResponseEntity.status(303).location(URI.create("/notes/1")).build();
    }

    @Shape("/response/cookie")
    String cookie(HttpServletResponse response) {
        db.add("one");
        response.addCookie(new Cookie("theme", "dark"));
        return "cookie";
    }

    @Shape("/response/session")
    String session(HttpSession session) {
        session.setAttribute("name", "ann");
        db.add("one");
        return "new " + session.isNew();
    }

    @Shape(value = "/response/problem", fields = "Accept: application/problem+json")
    ProblemDetail problem() {
        return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "taken");
    }

    @Shape(value = "/response/broken-converter", shows = EFFECTS_COMMIT_TOGETHER)
    Broken brokenConverter() {
        db.add("undone");
        return new Broken("short");
    }

    @Shape(value = "/response/converter-breaks-after-20-kilobytes", shows = FAILURE_IS_NO_SUCCESS)
    Broken brokenLate() {
        db.add("one");
        return new Broken("x".repeat(20_000));
    }

    @Shape(value = "/response/fails-after-writing", shows = EFFECTS_COMMIT_TOGETHER)
    void failsAfterWriting(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getOutputStream().write("first,".getBytes(StandardCharsets.UTF_8));
        db.add("undone");
        throw new IllegalStateException("broken");
    }

    @Shape(value = "/response/negotiated-text", fields = "Accept: text/plain")
    String negotiatedText() {
        return "text";
    }

    @Shape(value = "/response/negotiated-json", fields = "Accept: application/json")
    String negotiatedJson() {
        return "\"text\"";
    }

    @Shape(value = "/response/not-acceptable", fields = "Accept: image/png")
    Map<String, String> notAcceptable() {
        db.add("one");
        return Map.of("a", "b");
    }

    @Shape(value = "/response/locale", fields = "Accept-Language: de-CH")
    String locale(Locale locale) {
        return "locale " + locale + ", " + String.format(locale, "%,d", 1_234_567);
    }

    @Shape(value = "/response/produces", fields = "Accept: application/xml", produces = "application/json")
    Map<String, String> produces() {
        return Map.of("a", "b");
    }
}
