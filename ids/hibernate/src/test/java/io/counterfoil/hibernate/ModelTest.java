package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.DeviceId;
import io.counterfoil.hibernate.Ids.TagId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.hibernate.MappingException;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.MetadataImplementor;
import org.hibernate.cfg.AvailableSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the classes of ids are found in models of every shape. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
@Tag("TI-6")
class ModelTest {

    @Prefix("serial")
    record SerialId(UUID value) implements TypedId<SerialId>, Serializable {}

    @Entity(name = "Serial")
    static class Serial {
        @Id
        @GeneratedId
        @Nullable
        SerialId id;
    }

    /** No embeddable by itself; the attribute says so. */
    static class Place {
        @Nullable
        DeviceId device;
    }

    record PlacedId(AccountId account, int number) {}

    @Entity(name = "Placed")
    @IdClass(PlacedId.class)
    static class Placed {
        @Id
        @Nullable
        AccountId account;

        @Id
        int number;

        @Embedded
        Place place = new Place();

        TagId[] tagArray = {};

        List<TagId> tagList = List.of();
    }

    @Entity(name = "Vague")
    static class Vague {
        @Id
        @Nullable
        UUID id;

        @Nullable
        TypedId<?> any;
    }

    @Test
    void serialisableId_isAUuidAndNoBlob() {
        Serial entity = new Serial();
        try (TestDatabase db = new TestDatabase(TypedIdH2Test.inMemory(), Serial.class)) {
            db.run(session -> session.persist(entity));

            assertThat(db.columnType("serial", "id")).isEqualTo("uuid");
            assertThat(db.read("select id from Serial"))
                    .containsExactly(Objects.requireNonNull(entity.id).value().toString());
        }
    }

    @Test
    void idClass_embeddedObject_andArrays_haveIds() {
        Placed entity = new Placed();
        AccountId account = IdType.of(AccountId.class).next();
        entity.account = account;
        entity.number = 7;
        entity.place.device = IdType.of(DeviceId.class).next();
        entity.tagArray = new TagId[] {
            IdType.of(TagId.class).next(), IdType.of(TagId.class).next()
        };
        entity.tagList = List.of(entity.tagArray[1]);
        try (TestDatabase db = new TestDatabase(TypedIdH2Test.inMemory(), Placed.class)) {
            db.run(session -> session.persist(entity));

            assertThat(db.columnType("placed", "account")).isEqualTo("uuid");
            assertThat(db.columnType("placed", "device")).isEqualTo("uuid");
            db.run(session -> {
                Placed loaded = session.find(Placed.class, new PlacedId(account, 7));
                assertThat(loaded.place.device).isEqualTo(entity.place.device);
                assertThat(loaded.tagArray).isEqualTo(entity.tagArray);
                assertThat(loaded.tagList).isEqualTo(entity.tagList);
            });
        }
    }

    @Test
    void attributeOfTheInterface_isRefusedAtStart() {
        assertThatThrownBy(() -> new TestDatabase(TypedIdH2Test.inMemory(), Vague.class).close())
                .hasStackTraceContaining(MappingException.class.getName())
                .hasStackTraceContaining("declare the attribute with its record class");
    }

    @Test
    void typeThatTheApplicationRegistered_stays() {
        TypedIdJavaType<SerialId> own = TypedIdJavaType.of(SerialId.class);
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.DIALECT, "org.hibernate.dialect.H2Dialect")
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", false)
                .build();
        try {
            MetadataImplementor metadata = (MetadataImplementor) new MetadataSources(registry)
                    .addAnnotatedClass(Serial.class)
                    .getMetadataBuilder()
                    .applyTypes((contributions, services) -> contributions.contributeJavaType(own))
                    .build();

            assertThat(metadata.getTypeConfiguration().getJavaTypeRegistry().findDescriptor(SerialId.class))
                    .isSameAs(own);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }
}
