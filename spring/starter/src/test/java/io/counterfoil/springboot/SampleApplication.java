package io.counterfoil.springboot;

import io.counterfoil.idempotency.key.ClientId;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application as a user would write it: nothing in it knows of keys. */
@SpringBootApplication(proxyBeanMethods = false)
class SampleApplication {

    @Service
    static class Bookings {

        private final JdbcClient jdbc;

        Bookings(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public long book() {
            jdbc.sql("INSERT INTO booking (seat) VALUES ('A1')").update();
            return jdbc.sql("SELECT count(*) FROM booking").query(Long.class).single();
        }

        @Transactional
        public void bookAndRefuse() {
            book();
            throw new IllegalArgumentException("no such seat");
        }
    }

    @RestController
    static class Controller {

        private final Bookings bookings;

        Controller(Bookings bookings) {
            this.bookings = bookings;
        }

        @PostMapping("/book")
        ResponseEntity<String> book(ClientId client) {
            return ResponseEntity.status(HttpStatus.CREATED).body(client + " booked " + bookings.book());
        }

        @ClaimWithFirstStatement
        @PostMapping("/book-and-claim")
        ResponseEntity<String> bookAndClaim(ClientId client) {
            return book(client);
        }

        @PostMapping("/refuse")
        void refuse() {
            bookings.bookAndRefuse();
        }

        @PostMapping("/swallow")
        String swallow() {
            try {
                bookings.bookAndRefuse();
            } catch (IllegalArgumentException swallowed) {
                return "pretends to have booked: " + swallowed.getMessage();
            }
            return "unreached";
        }

        @PostMapping("/fail")
        ResponseEntity<String> fail() {
            bookings.book();
            return ResponseEntity.status(HttpStatus.BAD_GATEWAY).body("partner is down");
        }

        @ExceptionHandler
        ResponseEntity<String> refused(IllegalArgumentException refused) {
            return ResponseEntity.badRequest().body(refused.getMessage());
        }
    }
}
