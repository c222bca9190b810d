package io.counterfoil.transparency.shapes.jpa;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;

/** An entity that owns its lines, which are loaded when they are needed. */
@Entity
class Purchase {

    @Id
    private long id;

    private int total;

    @OneToMany(cascade = CascadeType.ALL, orphanRemoval = true, fetch = FetchType.LAZY)
    @JoinColumn(name = "purchase_id")
    private List<PurchaseLine> lines = new ArrayList<>();

    Purchase() {}

    Purchase(long id) {
        this.id = id;
    }

    List<PurchaseLine> lines() {
        return lines;
    }

    void total(int changed) {
        total = changed;
    }

    int total() {
        return total;
    }

    long id() {
        return id;
    }
}
