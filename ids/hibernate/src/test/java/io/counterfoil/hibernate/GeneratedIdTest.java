package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.TokenId;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ShortPrefixComb;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 240, unit = TimeUnit.SECONDS)
@Tag("TI-6")
class GeneratedIdTest {

    @Entity(name = "V7")
    static class V7 {
        @Id
        @GeneratedId
        @Nullable
        UUID id;
    }

    @Entity(name = "V4")
    static class V4 {
        @Id
        @GeneratedId(IdAlgorithm.UUID_V4)
        @Nullable
        AccountId id;
    }

    @Entity(name = "Combed")
    static class Combed {
        @Id
        @GeneratedId(IdAlgorithm.COMB)
        @Nullable
        AccountId id;
    }

    /** On a getter. */
    @Entity(name = "ShortPrefix")
    static class ShortPrefix {
        private @Nullable AccountId id;

        @Id
        @GeneratedId(IdAlgorithm.SHORT_PREFIX_COMB)
        @Nullable
        AccountId getId() {
            return id;
        }

        void setId(@Nullable AccountId id) {
            this.id = id;
        }
    }

    @Embeddable
    static class PartKey {
        @GeneratedId
        @Nullable
        TokenId token;

        int number;
    }

    @Entity(name = "Part")
    static class Part {
        @EmbeddedId
        PartKey key = new PartKey();
    }

    @Entity(name = "Wrong")
    static class Wrong {
        @Id
        @GeneratedId
        @Nullable
        String id;
    }

    @Test
    void algorithm_makesTheIds() {
        V7 v7 = new V7();
        V4 v4 = new V4();
        Combed comb = new Combed();
        ShortPrefix shortPrefix = new ShortPrefix();
        Instant before = Instant.now();
        int minute = ShortPrefixComb.shared().prefixAt(before);

        try (TestDatabase db =
                new TestDatabase(TypedIdH2Test.inMemory(), V7.class, V4.class, Combed.class, ShortPrefix.class)) {
            db.run(session -> {
                session.persist(v7);
                session.persist(v4);
                session.persist(comb);
                session.persist(shortPrefix);
            });

            assertThat(Objects.requireNonNull(v7.id).version()).isEqualTo(7);
            assertThat(Objects.requireNonNull(v4.id).value().version()).isEqualTo(4);
            UUID combed = Objects.requireNonNull(comb.id).value();
            assertThat(combed.version()).isEqualTo(4);
            assertThat(Comb.instantOf(combed)).isBetween(before.minusSeconds(1), before.plus(Duration.ofHours(1)));
            UUID prefixed = Objects.requireNonNull(shortPrefix.getId()).value();
            assertThat(prefixed.version()).isEqualTo(4);
            assertThat((ShortPrefixComb.prefixOf(prefixed) - minute) & 0xFFFF).isBetween(0, 60);
            assertThat(db.read("select id from ShortPrefix")).containsExactly(prefixed.toString());
        }
    }

    @Test
    void partOfAnEmbeddedId_isGenerated() {
        Part part = new Part();
        part.key.number = 5;

        try (TestDatabase db = new TestDatabase(TypedIdH2Test.inMemory(), Part.class)) {
            db.run(session -> session.persist(part));

            assertThat(db.read("select token from Part where number = 5"))
                    .containsExactly(
                            Objects.requireNonNull(part.key.token).value().toString());
        }
    }

    @Test
    void attributeOfAnotherType_isRefusedByName() {
        assertThatThrownBy(() -> new TestDatabase(TypedIdH2Test.inMemory(), Wrong.class).close())
                .hasStackTraceContaining("Wrong.id: the type must be a TypedId or UUID, is java.lang.String");
    }
}
