package io.counterfoil.shop;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.annotation.Transactional;

/** Methods that are executed once per key, with results of every kind. Each sells one thing, named by the key. */
class Replies {

    record Item(String name, BigDecimal price) {}

    record Times(
            Instant instant,
            LocalDate date,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            Duration length,
            DayOfWeek day) {}

    record Carton(String label, @Nullable Object content) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    sealed interface Payment permits Cash, Card {}

    record Cash(int notes) implements Payment {}

    record Card(String number) implements Payment {}

    /** Has no equals. */
    static class Animal {
        private String name = "";
        private Set<String> habits = new LinkedHashSet<>();

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public Set<String> getHabits() {
            return habits;
        }

        public void setHabits(Set<String> habits) {
            this.habits = habits;
        }

        static <T extends Animal> T named(T animal) {
            animal.setName("Rex");
            animal.setHabits(new LinkedHashSet<>(List.of("zzz", "bark", "eat", "a", "run")));
            return animal;
        }
    }

    static class Dog extends Animal {}

    static class Parrot extends Animal {
        private String says = "hello";

        public String getSays() {
            return says;
        }

        public void setSays(String says) {
            this.says = says;
        }
    }

    /** Loses what it has. */
    static class Forgetful {
        private final String secret;

        Forgetful() {
            this("forgotten");
        }

        Forgetful(String secret) {
            this.secret = secret;
        }

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String getSecret() {
            return secret;
        }
    }

    abstract static class Generic<T> {

        @OncePerKey(key = "#key")
        @Transactional
        public T generic(String key) {
            return made(key);
        }

        abstract T made(String key);
    }

    static class OfItems extends Generic<List<Item>> {

        private final Sales sales;

        OfItems(Sales sales) {
            this.sales = sales;
        }

        @Override
        List<Item> made(String key) {
            sales.sell(key);
            return List.of(new Item("a", new BigDecimal("1.10")));
        }
    }

    static class OfPayments extends Generic<Payment> {

        @Override
        Payment made(String key) {
            return new Card(key);
        }
    }

    private final Sales sales;

    Replies(Sales sales) {
        this.sales = sales;
    }

    private <T> T sold(String key, T result) {
        sales.sell(key);
        return result;
    }

    @OncePerKey(key = "#key")
    public Optional<Item> optional(String key) {
        return sold(key, Optional.of(new Item("a", new BigDecimal("1.10"))));
    }

    @OncePerKey(key = "#key")
    public Optional<Item> empty(String key) {
        return sold(key, Optional.empty());
    }

    @OncePerKey(key = "#key")
    public Map<String, Set<Item>> items(String key) {
        return sold(key, Map.of("all", Set.of(new Item("a", BigDecimal.TEN))));
    }

    @OncePerKey(key = "#key")
    public Times times(String key) {
        ZonedDateTime zoned = ZonedDateTime.parse("2026-10-25T02:30:00.123456789+01:00[Europe/Berlin]");
        return sold(
                key,
                new Times(
                        zoned.toInstant(),
                        zoned.toLocalDate(),
                        OffsetDateTime.parse("2026-10-25T02:30+05:30"),
                        zoned,
                        Duration.ofNanos(1),
                        DayOfWeek.FRIDAY));
    }

    @OncePerKey(key = "#key")
    public BigDecimal decimal(String key) {
        return sold(key, new BigDecimal("1.100"));
    }

    @OncePerKey(key = "#key")
    public byte[] bytes(String key) {
        return sold(key, new byte[] {0, 1, -1});
    }

    @OncePerKey(key = "#key")
    public @Nullable Integer boxed(String key) {
        sales.sell(key);
        return null;
    }

    @OncePerKey(key = "#key")
    public List<Payment> polymorphic(String key) {
        return sold(key, List.of(new Cash(3), new Card("1234")));
    }

    @OncePerKey(key = "#key")
    public Object text(String key) {
        return sold(key, "text");
    }

    @OncePerKey(key = "#key")
    public Map<String, Object> json(String key) {
        return sold(key, Map.of("n", 1, "d", 1.5, "b", true, "l", List.of("a", Map.of("x", "y")), "big", 1L << 40));
    }

    @OncePerKey(key = "#key")
    public Animal bean(String key) {
        return sold(key, Animal.named(new Animal()));
    }

    @OncePerKey(key = "#key")
    public UUID uuid(String key) {
        return sold(key, UUID.fromString(key));
    }

    @OncePerKey(key = "#key")
    public Object recordAsObject(String key) {
        return sold(key, new Cash(1));
    }

    @OncePerKey(key = "#key")
    public List<?> recordsOfWildcard(String key) {
        return sold(key, List.of(Map.of("note", new Carton("a", null))));
    }

    @OncePerKey(key = "#key")
    public Carton recordWithin(String key) {
        return sold(key, new Carton("a", new Carton("b", null)));
    }

    @OncePerKey(key = "#key")
    public Carton enumWithin(String key) {
        return sold(key, new Carton("a", DayOfWeek.FRIDAY));
    }

    @OncePerKey(key = "#key")
    public Number number(String key) {
        return sold(key, new BigDecimal("1.5"));
    }

    @OncePerKey(key = "#key")
    public Map<String, Object> smallLong(String key) {
        return sold(key, Map.of("n", 1L));
    }

    @OncePerKey(key = "#key")
    public Animal parrot(String key) {
        return sold(key, Animal.named(new Parrot()));
    }

    @OncePerKey(key = "#key")
    public Animal dog(String key) {
        return sold(key, Animal.named(new Dog()));
    }

    @OncePerKey(key = "#key")
    public Forgetful forgetful(String key) {
        return sold(key, new Forgetful("known"));
    }

    @OncePerKey(key = "#key")
    public Carton unwritable(String key) {
        return sold(key, new Carton("a", new Object()));
    }

    @OncePerKey(key = "#key", mode = Mode.LEASE)
    public Object leased(String key) {
        return sold(key, new Cash(1));
    }
}
