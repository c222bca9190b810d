package com.example.booking;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
public class Reservation {

    @Id
    ReservationId id;

    String seat;
}
