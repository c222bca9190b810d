package io.counterfoil.seats;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

@Table
record Seat(@Id SeatId id, int number) {}
