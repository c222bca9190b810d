package com.example.booking;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Bookings {

    private final JdbcTemplate jdbc;

    public Bookings(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional
    public Long book(String seat) {
        return jdbc.queryForObject("INSERT INTO booking (seat) VALUES (?) RETURNING id", Long.class, seat);
    }
}
