package io.counterfoil.benchmarks.http.bookings;

import io.counterfoil.ids.generator.UuidV7;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** The business: one row for each booking, the same for all endpoints. */
class Bookings {

    private final JdbcTemplate jdbc;

    Bookings(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** The body of a request. */
    record Order(long room, String guest, int nights) {}

    /** The body of a response. */
    record Booking(String id, long room, String guest, int nights, String state) {}

    @Transactional
    public Booking book(Order order) {
        Booking booking = new Booking(
                UuidV7.shared().generate().toString(), order.room(), order.guest(), order.nights(), "booked");
        jdbc.update(
                "INSERT INTO booking (id, room, guest, nights) VALUES (?, ?, ?, ?)",
                booking.id(),
                booking.room(),
                booking.guest(),
                booking.nights());
        return booking;
    }
}
