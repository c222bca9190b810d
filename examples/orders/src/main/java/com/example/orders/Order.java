package com.example.orders;

/** An order of some copies of one book. */
public record Order(OrderId id, String book, int copies) {}
