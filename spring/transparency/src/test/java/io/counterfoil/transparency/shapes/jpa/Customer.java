package io.counterfoil.transparency.shapes.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import jakarta.validation.constraints.Size;

/** An entity with a unique address, a version, a constraint of Bean Validation and a listener. */
@Entity
@EntityListeners(CustomerListener.class)
class Customer {

    @Id
    private long id;

    @Column(nullable = false)
    private String email = "";

    @Size(max = 10)
    private String name = "";

    @Version
    private long version;

    Customer() {}

    Customer(long id, String email, String name) {
        this.id = id;
        this.email = email;
        this.name = name;
    }

    String name() {
        return name;
    }

    void rename(String changed) {
        name = changed;
    }

    void move(String address) {
        email = address;
    }

    long version() {
        return version;
    }

    long id() {
        return id;
    }
}
