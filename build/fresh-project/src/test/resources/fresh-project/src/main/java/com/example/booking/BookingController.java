package com.example.booking;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class BookingController {

    public record Wish(String seat) {}

    private final Bookings bookings;

    public BookingController(Bookings bookings) {
        this.bookings = bookings;
    }

    @PostMapping("/bookings")
    @ResponseStatus(HttpStatus.CREATED)
    public Map<String, Object> book(@RequestBody Wish wish) {
        return Map.of("id", bookings.book(wish.seat()));
    }
}
