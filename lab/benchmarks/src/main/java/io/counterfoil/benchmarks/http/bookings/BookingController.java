package io.counterfoil.benchmarks.http.bookings;

import io.counterfoil.benchmarks.http.bookings.Bookings.Booking;
import io.counterfoil.benchmarks.http.bookings.Bookings.Order;
import io.counterfoil.springboot.Idempotent;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints without a key, and with one on the starter. */
@RestController
class BookingController {

    private final Bookings bookings;

    BookingController(Bookings bookings) {
        this.bookings = bookings;
    }

    @PostMapping("/unkeyed/bookings")
    @ResponseStatus(HttpStatus.CREATED)
    Booking unkeyed(@RequestBody Order order) {
        return bookings.book(order);
    }

    @PostMapping("/starter/bookings")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(keyRequired = true)
    Booking onTheStarter(@RequestBody Order order) {
        return bookings.book(order);
    }
}
