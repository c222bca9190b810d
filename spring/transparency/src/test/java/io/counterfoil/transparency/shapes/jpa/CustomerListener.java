package io.counterfoil.transparency.shapes.jpa;

import io.counterfoil.transparency.Seen;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;
import org.springframework.stereotype.Component;

/** Sees each change of a customer, and refuses one name. */
@Component
class CustomerListener {

    private final Seen seen;

    CustomerListener(Seen seen) {
        this.seen = seen;
    }

    @PrePersist
    void beforePersist(Customer customer) {
        seen.line("before persist " + customer.name());
        if (customer.name().equals("refused")) {
            throw new IllegalStateException("refused by the listener");
        }
    }

    @PostPersist
    void afterPersist(Customer customer) {
        seen.line("after persist " + customer.name());
    }

    @PreUpdate
    void beforeUpdate(Customer customer) {
        seen.line("before update " + customer.name());
    }
}
