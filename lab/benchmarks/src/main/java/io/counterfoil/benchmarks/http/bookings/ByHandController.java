package io.counterfoil.benchmarks.http.bookings;

import io.counterfoil.benchmarks.http.bookings.Bookings.Order;
import io.counterfoil.springboot.NotIdempotent;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint whose controller treats the key itself. */
@NotIdempotent
@RestController
class ByHandController {

    private final Bookings bookings;
    private final ByHandRequests requests;
    private final JsonMapper json;

    ByHandController(Bookings bookings, ByHandRequests requests, JsonMapper json) {
        this.bookings = bookings;
        this.requests = requests;
        this.json = json;
    }

    @PostMapping("/by-hand/bookings")
    ResponseEntity<byte[]> byHand(@RequestHeader("Idempotency-Key") String key, @RequestBody byte[] body) {
        return requests.once(
                key,
                body,
                () -> ResponseEntity.status(HttpStatus.CREATED)
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(json.writeValueAsBytes(bookings.book(json.readValue(body, Order.class)))));
    }
}
