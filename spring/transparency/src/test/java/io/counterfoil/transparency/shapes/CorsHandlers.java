package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Shape;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CrossOrigin;

/** Requests of other origins. */
@org.springframework.web.bind.annotation.RestController
class CorsHandlers extends Handlers {

    @Shape(value = "/cors/mapped/allowed", fields = "Origin: https://a.example")
    String mappedAllowed() {
        db.add("one");
        return "allowed";
    }

    @Shape(value = "/cors/mapped/forbidden", fields = "Origin: https://evil.example")
    String mappedForbidden() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/cors/mapped/refused-by-the-handler", fields = "Origin: https://b.example")
    ResponseEntity<String> mappedRefused() {
        return ResponseEntity.status(422).body("refused");
    }

    @Shape(value = "/cors/mapped/fails", fields = "Origin: https://b.example")
    String mappedFails() {
        throw new IllegalStateException("broken");
    }

    @CrossOrigin(origins = "https://a.example", allowCredentials = "true", exposedHeaders = "X-One")
    @Shape(value = "/cors/annotated/allowed", fields = "Origin: https://a.example")
    String annotatedAllowed() {
        db.add("one");
        return "allowed";
    }

    @CrossOrigin(origins = "https://a.example")
    @Shape(value = "/cors/annotated/forbidden", fields = "Origin: https://evil.example")
    String annotatedForbidden() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/cors/not-configured", fields = "Origin: https://a.example")
    String notConfigured() {
        db.add("one");
        return "executed";
    }
}
