package io.counterfoil.transparency.shapes.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A line of a purchase, under an id that the database generates. */
@Entity
@Table(name = "purchase_line")
class PurchaseLine {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private long id;

    private String what = "";

    PurchaseLine() {}

    PurchaseLine(String what) {
        this.what = what;
    }

    long id() {
        return id;
    }

    String what() {
        return what;
    }
}
