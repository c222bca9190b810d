package io.counterfoil.transparency.shapes;

import io.counterfoil.testkit.transparency.TestRequest;
import io.counterfoil.transparency.HandlerShape;
import io.counterfoil.transparency.MoreShapes;
import io.counterfoil.transparency.Shape;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.multipart.MultipartFile;

/** Requests of each kind, and those that Spring MVC refuses. */
@org.springframework.web.bind.annotation.RestController
class RequestHandlers extends Handlers {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PARTS = "multipart/form-data; boundary=b";
    private static final String UPLOAD = """
            --b
            Content-Disposition: form-data; name="file"; filename="a.txt"
            Content-Type: text/plain

            content
            --b
            Content-Disposition: form-data; name="note"

            hello
            --b--
            """;

    /** An order. */
    record Order(
            @NotBlank @Size(max = 10) String name, @Min(1) int amount) {}

    @Shape(value = "/request/json", body = "{\"name\": \"ann\", \"amount\": 5}")
    Order json(@RequestBody Order order) {
        db.add(order.name());
        return order;
    }

    @Shape(value = "/request/raw-stream", body = "raw", type = "application/octet-stream")
    String rawStream(HttpServletRequest request) throws IOException {
        return "read " + new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Shape(value = "/request/reader", body = "grüße", type = "text/plain;charset=UTF-8")
    String reader(HttpServletRequest request) throws IOException {
        return "read " + request.getReader().readLine();
    }

    @Shape(value = "/request/form", body = "a=1&b=%C3%BC&a=2", type = FORM)
    String form(@RequestParam List<String> a, @RequestParam String b) {
        db.add(a + b);
        return a + b;
    }

    @Shape(
            value = "/request/form-of-parameter-map",
            target = "/request/form-of-parameter-map?q=1",
            body = "a=1",
            type = FORM)
    String parameterMap(HttpServletRequest request) {
        return new TreeSet<>(request.getParameterMap().keySet()).toString();
    }

    @Shape(value = "/request/form-object", body = "name=ann&amount=3", type = FORM)
    Order formObject(@ModelAttribute Order order) {
        return order;
    }

    @Shape(value = "/request/multipart", body = UPLOAD, type = PARTS)
    String multipart(@RequestParam MultipartFile file, @RequestParam String note) {
        db.add(note);
        return file.getOriginalFilename() + " " + file.getSize() + " " + note;
    }

    @Shape(value = "/request/multipart-part", body = UPLOAD, type = PARTS)
    String part(@RequestPart("file") byte[] content) {
        return "bytes " + content.length;
    }

    @Shape(value = "/request/header-and-query", target = "/request/header-and-query?q=a%20b", fields = "X-User: ann")
    String headerAndQuery(@RequestHeader("X-User") String user, @RequestParam String q) {
        return user + ":" + q;
    }

    @Shape(value = "/request/path/{id}/of", target = "/request/path/a%20b;v=1/of")
    String path(@PathVariable String id) {
        return "id " + id;
    }

    @Shape(value = "/request/entity", body = "{\"name\": \"ann\", \"amount\": 5}")
    String entity(HttpEntity<Order> entity) {
        return "type " + entity.getHeaders().getContentType() + " " + entity.getBody();
    }

    @Shape(value = "/request/invalid-body", body = "{\"name\": \"ann\", \"amount\": 0}")
    String invalidBody(@Valid @RequestBody Order order) {
        db.add("not reached");
        return order.name();
    }

    @Shape(value = "/request/invalid-body-seen-by-the-handler", body = "name=&amount=0", type = FORM)
    ResponseEntity<String> invalidBodySeen(@Valid @ModelAttribute Order order, BindingResult result) {
        db.add("kept");
        return ResponseEntity.unprocessableContent().body("errors " + result.getErrorCount());
    }

    @Shape(value = "/request/invalid-parameter", target = "/request/invalid-parameter?n=0")
    String invalidParameter(@RequestParam @Min(1) int n) {
        return "n " + n;
    }

    @Shape("/request/missing-parameter")
    String missingParameter(@RequestParam int n) {
        return "n " + n;
    }

    @Shape("/request/missing-header-field")
    String missingHeader(@RequestHeader("X-Needed") String needed) {
        return needed;
    }

    @Shape(value = "/request/wrong-type", target = "/request/wrong-type?n=x")
    String wrongType(@RequestParam int n) {
        return "n " + n;
    }

    @Shape(value = "/request/unreadable-body", body = "{\"name\": ")
    String unreadableBody(@RequestBody Order order) {
        return order.name();
    }

    @Shape("/request/missing-body")
    String missingBody(@RequestBody Order order) {
        return order.name();
    }

    @Shape(
            value = "/request/unsupported-media-type",
            body = "<a/>",
            type = "application/xml",
            consumes = "application/json")
    String unsupportedMediaType(@RequestBody Order order) {
        return order.name();
    }

    @PutMapping("/request/put")
    String put(@RequestBody(required = false) String body) {
        db.add("put");
        return "put " + body;
    }

    @PatchMapping("/request/patch")
    String patch(@RequestBody String body) {
        db.add("patch");
        return "patch " + body;
    }

    @PatchMapping("/request/method")
    String hidden() {
        db.add("patched");
        return "patched";
    }

    @org.springframework.context.annotation.Bean
    static MoreShapes refusedRequests() {
        return () -> List.of(
                HandlerShape.of("/request/no-such-path", TestRequest.post("/request/none")),
                HandlerShape.of(
                        "/request/method-not-allowed",
                        TestRequest.post("/request/put").json("{}")),
                HandlerShape.of(
                        "/request/patch",
                        TestRequest.of("PATCH", "/request/patch").body("text/plain", "x")),
                HandlerShape.of(
                        "/request/hidden-method",
                        TestRequest.post("/request/method").body(FORM, "_method=patch")),
                HandlerShape.of(
                        "/request/trailing-slash",
                        TestRequest.post("/request/json/").json("{}")),
                HandlerShape.of(
                        "/request/multipart-malformed",
                        TestRequest.post("/request/multipart").body(PARTS, "--b\r\nno end")));
    }
}
