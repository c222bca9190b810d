package io.counterfoil.shop;

import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A bean that handles no requests; its methods are carried out once per key. */
@Service
class Counter {

    record Order(String requestId, String sender, String item, int amount) {}

    record Receipt(String item, long sold, Optional<UUID> number, Map<String, List<Integer>> details) {}

    /** Knows whether it was asked for its key inside of a transaction. */
    static final class Probe {

        private final String key;
        private boolean askedInside;

        Probe(String key) {
            this.key = key;
        }

        public String getKey() {
            askedInside |= TransactionSynchronizationManager.isActualTransactionActive();
            return key;
        }

        boolean wasAskedInside() {
            return askedInside;
        }
    }

    private final Sales sales;

    Counter(Sales sales) {
        this.sales = sales;
    }

    @OncePerKey(key = "#order.requestId", client = "#order.sender", retention = "7d")
    @Transactional
    public Receipt sell(Order order) {
        long sold = sales.sell(order.item());
        return new Receipt(order.item(), sold, Optional.of(UUID.randomUUID()), Map.of("a", List.of(1, 2)));
    }

    @OncePerKey(key = "#p0", operation = "several")
    public List<Receipt> several(String key) {
        return List.of(new Receipt(key, sales.sell(key), Optional.empty(), Map.of()));
    }

    @OncePerKey(key = "#key", retention = "7d")
    public void nothing(UUID key) {
        sales.sell(key.toString());
    }

    @OncePerKey(key = "#probe.key", contents = "null")
    @Transactional
    public void probed(Probe probe) {}

    @OncePerKey(key = "#key")
    public @Nullable String absent(String key) {
        sales.sell(key);
        return null;
    }

    @OncePerKey(key = "#key")
    public void fail(String key) {
        sales.sell(key);
        throw new IllegalArgumentException("no");
    }

    @OncePerKey(key = "#key")
    @Transactional
    public String rolledBack(String key) {
        sales.sell(key);
        TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        return "pretends";
    }

    @OncePerKey(key = "#key", mode = Mode.LEASE)
    public void lease(String key) {
        sales.sell(key);
        throw new IllegalStateException("died");
    }

    @OncePerKey(key = "#key", contents = "null")
    public String loose(String key, int amount) {
        return key + sales.sell(key) + amount;
    }

    @OncePerKey(key = "#key", contents = "#item")
    public String chosen(String key, String item, int amount) {
        return item + sales.sell(key) + amount;
    }

    @OncePerKey(key = "#key", maxStored = "10B")
    public String large(String key) {
        return "x".repeat(100) + sales.sell(key);
    }

    @OncePerKey(key = "#key")
    public void unwritable(String key, Counter self) {
        sales.sell(key);
    }

    @OncePerKey(key = "#key", contents = "#key", waitTime = "0s")
    public String nested(String key, Counter self) {
        return self.nested(key, self);
    }
}
