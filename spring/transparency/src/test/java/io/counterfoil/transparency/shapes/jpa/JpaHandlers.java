package io.counterfoil.transparency.shapes.jpa;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;
import static io.counterfoil.transparency.Engine.POSTGRESQL;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Handlers;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.web.bind.annotation.RestController;

/** Entities: what is flushed, when, and what goes wrong there. */
@RestController
class JpaHandlers extends Handlers {

    private static final String ANN =
            "INSERT INTO customer (id, email, name, version) VALUES (1, 'ann@example', 'ann', 0)";
    private static final String PURCHASE = "INSERT INTO purchase (id, total) VALUES (1, 10)";
    private static final String LINE = "INSERT INTO purchase_line (purchase_id, what) VALUES (1, 'tea')";
    private static final String OTHER_LINE = "INSERT INTO purchase_line (purchase_id, what) VALUES (1, 'milk')";

    private final EntityManager entities;
    private final Customers customers;
    private final Purchases purchases;

    JpaHandlers(EntityManager entities, Customers customers, Purchases purchases) {
        this.entities = entities;
        this.customers = customers;
        this.purchases = purchases;
    }

    @Shape("/jpa/persist")
    String persist() throws Exception {
        in.required(() -> entities.persist(new Customer(1, "ann@example", "ann")));
        return "customers " + customers.count();
    }

    @Shape("/jpa/persist-outside-of-transaction")
    String persistOutside() {
        entities.persist(new Customer(1, "ann@example", "ann"));
        return "not reached";
    }

    @Shape("/jpa/save-outside-of-transaction")
    String saveOutside() {
        customers.save(new Customer(1, "ann@example", "ann"));
        return "customers " + customers.count();
    }

    @Shape(value = "/jpa/save-twice-second-is-taken", seed = ANN)
    String saveTwice() {
        customers.save(new Customer(2, "bob@example", "bob"));
        customers.save(new Customer(3, "ann@example", "taken"));
        return "not reached";
    }

    @Shape(value = "/jpa/unique-at-commit-advice-answers-409", seed = ANN)
    String uniqueAtCommit() throws Exception {
        in.required(() -> entities.persist(new Customer(2, "ann@example", "taken")));
        return "not reached";
    }

    @Shape(value = "/jpa/unique-at-commit-is-caught", seed = ANN)
    String uniqueAtCommitCaught() throws Exception {
        in.required(() -> db.add("kept"));
        try {
            in.required(() -> {
                db.add("undone");
                entities.persist(new Customer(2, "ann@example", "taken"));
            });
        } catch (DataIntegrityViolationException violation) {
            seen.failure("controller", violation);
        }
        return "customers " + customers.count() + ", notes " + db.notes();
    }

    @Shape(value = "/jpa/unique-at-flush-is-caught-by-controller", seed = ANN)
    String uniqueAtFlush() throws Exception {
        try {
            in.required(() -> customers.saveAndFlush(new Customer(2, "ann@example", "taken")));
        } catch (DataIntegrityViolationException violation) {
            seen.failure("controller", violation);
        }
        return "customers " + customers.count();
    }

    @Shape(value = "/jpa/unique-at-flush-is-caught-in-service", seed = ANN)
    String uniqueAtFlushInService() throws Exception {
        try {
            in.required(() -> {
                try {
                    customers.saveAndFlush(new Customer(2, "ann@example", "taken"));
                } catch (DataIntegrityViolationException violation) {
                    seen.failure("service", violation);
                }
            });
        } catch (UnexpectedRollbackException undone) {
            seen.failure("controller", undone);
        }
        return "done";
    }

    @Shape(value = "/jpa/unique-in-template", seed = ANN)
    String uniqueInTemplate() {
        template.executeWithoutResult(status -> entities.persist(new Customer(2, "ann@example", "taken")));
        return "not reached";
    }

    @Shape(value = "/jpa/merge", seed = ANN)
    String merge() throws Exception {
        in.required(() -> entities.merge(new Customer(1, "new@example", "ann")));
        return "customers " + customers.count();
    }

    @Shape(value = "/jpa/changed-in-transaction", seed = ANN)
    String changed() throws Exception {
        in.required(() -> entities.find(Customer.class, 1L).rename("bob"));
        return "customers " + customers.count();
    }

    @Shape(value = "/jpa/version-conflict-advice-answers-412", seed = ANN)
    String versionConflict() throws Exception {
        in.required(() -> {
            Customer ann = entities.find(Customer.class, 1L);
            neighbour.executes("UPDATE customer SET version = version + 1");
            ann.rename("bob");
        });
        return "not reached";
    }

    @Shape(value = "/jpa/version-conflict-own-retry", seed = ANN)
    String versionConflictRetried() throws Exception {
        for (int i = 0; i < 3; i++) {
            try {
                in.required(this::renamesAgainstANeighbour);
                break;
            } catch (OptimisticLockingFailureException conflict) {
                seen.failure("controller", conflict);
            }
        }
        return "done";
    }

    @Shape(value = "/jpa/version-conflict-retryable", seed = ANN)
    String versionConflictRetryable() throws Exception {
        in.retried(this::renamesAgainstANeighbour);
        return "done";
    }

    @Shape(value = "/jpa/pessimistic-lock", seed = ANN)
    String pessimisticLock() throws Exception {
        in.required(() -> entities.find(Customer.class, 1L, LockModeType.PESSIMISTIC_WRITE)
                .rename("bob"));
        return "done";
    }

    @Shape(
            value = "/jpa/orphan-is-removed",
            seed = {PURCHASE, LINE, OTHER_LINE})
    String orphan() throws Exception {
        in.required(() -> {
            Purchase purchase = entities.find(Purchase.class, 1L);
            purchase.lines().removeIf(line -> line.what().equals("tea"));
        });
        return "done";
    }

    @Shape("/jpa/cascade-with-generated-ids")
    String cascade() throws Exception {
        in.required(() -> {
            Purchase purchase = new Purchase(1);
            purchase.lines().add(new PurchaseLine("tea"));
            entities.persist(purchase);
        });
        return "purchases " + purchases.count();
    }

    @Shape(
            value = "/jpa/deleted-with-its-lines",
            seed = {PURCHASE, LINE})
    String deleted() {
        purchases.deleteById(1L);
        return "purchases " + purchases.count();
    }

    @Shape("/jpa/delete-what-is-not-there")
    String deleteNothing() {
        purchases.deleteById(77L);
        return "purchases " + purchases.count();
    }

    @Shape(
            value = "/jpa/lazy-in-the-controller",
            seed = {PURCHASE, LINE})
    String lazy() throws Exception {
        AtomicReference<Purchase> found = new AtomicReference<>();
        in.required(() -> found.set(entities.find(Purchase.class, 1L)));
        return "lines " + Objects.requireNonNull(found.get()).lines().size();
    }

    @Shape(value = "/jpa/changed-after-the-transaction", seed = ANN)
    String changedAfter() throws Exception {
        AtomicReference<Customer> found = new AtomicReference<>();
        in.required(() -> found.set(entities.find(Customer.class, 1L)));
        Objects.requireNonNull(found.get()).rename("lost");
        return Objects.requireNonNull(found.get()).name();
    }

    @Shape(value = "/jpa/changed-between-two-transactions", seed = ANN)
    String changedBetween() throws Exception {
        AtomicReference<Customer> found = new AtomicReference<>();
        in.required(() -> found.set(entities.find(Customer.class, 1L)));
        Objects.requireNonNull(found.get()).rename("between");
        in.required(() -> db.add("second"));
        return Objects.requireNonNull(found.get()).name();
    }

    @Shape(value = "/jpa/read-again-after-a-neighbour-changed-it", seed = ANN)
    String readAgain() {
        String before = entities.find(Customer.class, 1L).name();
        neighbour.executes("UPDATE customer SET name = 'bob'");
        return before + ", " + entities.find(Customer.class, 1L).name();
    }

    @Shape("/jpa/listener-refuses")
    String listenerRefuses() throws Exception {
        in.required(() -> {
            db.add("undone");
            entities.persist(new Customer(1, "ann@example", "refused"));
        });
        return "not reached";
    }

    @Shape("/jpa/invalid-at-flush")
    String invalidAtFlush() throws Exception {
        in.required(() -> {
            db.add("undone");
            entities.persist(new Customer(1, "ann@example", "a name that is too long"));
        });
        return "not reached";
    }

    @Shape(value = "/jpa/modifying-query-in-transaction", seed = ANN)
    String modifying() throws Exception {
        in.required(() -> seen.line("renamed " + customers.renameAll("bob")));
        return "done";
    }

    @Shape(value = "/jpa/modifying-query-outside-of-transaction", seed = ANN)
    String modifyingOutside() {
        return "not reached " + customers.renameAll("bob");
    }

    @Shape(value = "/jpa/modifying-query-with-its-own-transaction", seed = ANN)
    String modifyingWithItsOwn() {
        return "renamed " + customers.renameAllInTransaction("bob");
    }

    @Shape(value = "/jpa/read-only-change-is-not-flushed", seed = ANN)
    String readOnly() throws Exception {
        in.readOnly(() -> entities.find(Customer.class, 1L).rename("bob"));
        return "done";
    }

    @Shape(value = "/jpa/second-transaction-fails", shows = EFFECTS_COMMIT_TOGETHER)
    String secondFails() throws Exception {
        in.required(() -> entities.persist(new Customer(1, "ann@example", "ann")));
        in.required(() -> {
            entities.persist(new Customer(2, "bob@example", "bob"));
            throw new IllegalStateException("broken");
        });
        return "not reached";
    }

    @Shape("/jpa/second-transaction-fails-and-is-caught")
    String secondFailsCaught() throws Exception {
        in.required(() -> entities.persist(new Customer(1, "ann@example", "ann")));
        try {
            in.required(() -> {
                entities.persist(new Customer(2, "bob@example", "bob"));
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        return "customers " + customers.count();
    }

    @Shape("/jpa/rolled-back-entity-is-saved-again")
    String savedAgain() throws Exception {
        Customer ann = new Customer(1, "ann@example", "ann");
        try {
            in.required(() -> {
                entities.persist(ann);
                entities.flush();
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        customers.save(new Customer(1, "ann@example", "again"));
        return "customers " + customers.count();
    }

    @Shape("/jpa/with-jdbc-in-one-transaction")
    String withJdbc() throws Exception {
        in.required(() -> {
            entities.persist(new Customer(1, "ann@example", "ann"));
            entities.flush();
            db.jdbc().update("UPDATE customer SET name = 'jdbc'");
            db.add("customers " + customers.count());
        });
        return "done";
    }

    @Shape(value = "/jpa/jdbc-then-entity-outside-of-transaction", seed = ANN)
    String jdbcThenEntity() {
        db.jdbc().update("UPDATE customer SET name = 'jdbc'");
        return entities.find(Customer.class, 1L).name();
    }

    @Shape(value = "/jpa/native-query", seed = ANN)
    String nativeQuery() throws Exception {
        in.required(() -> seen.line("updated "
                + entities.createNativeQuery("UPDATE customer SET name = 'native'")
                        .executeUpdate()));
        return "done";
    }

    @Shape("/jpa/serializable")
    String serializable() throws Exception {
        in.serializable(() -> {
            seen.transaction("serializable");
            entities.persist(new Customer(1, "ann@example", "ann"));
        });
        return "done";
    }

    @Shape(value = "/jpa/deferred-constraint-at-commit", on = POSTGRESQL)
    String deferred() throws Exception {
        in.required(() -> {
            entities.persist(new Customer(1, "ann@example", "ann"));
            db.child(999);
        });
        return "not reached";
    }

    @Shape(
            value = "/jpa/moved-to-a-taken-address",
            seed = {ANN, "INSERT INTO customer (id, email, name, version) VALUES (2, 'bob@example', 'bob', 0)"})
    String moved() throws Exception {
        in.required(() -> entities.find(Customer.class, 2L).move("ann@example"));
        return "not reached";
    }

    private void renamesAgainstANeighbour() {
        Customer ann = entities.find(Customer.class, 1L);
        if (seen.attempt() == 1) {
            neighbour.executes("UPDATE customer SET version = version + 1");
        } else {
            entities.refresh(ann);
        }
        ann.rename("bob");
    }
}
