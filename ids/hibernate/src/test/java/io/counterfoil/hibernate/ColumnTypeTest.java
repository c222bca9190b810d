package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.TokenId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.mapping.Property;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The columns that Hibernate declares on databases of every kind; none is connected to. */
@Tag("TI-6")
class ColumnTypeTest {

    @Entity(name = "Columns")
    static class Columns {
        @Id
        @Nullable
        AccountId id;

        @Nullable
        UUID uuid;

        @JdbcTypeCode(SqlTypes.VARCHAR)
        @Nullable
        TokenId text;

        @JdbcTypeCode(SqlTypes.BINARY)
        @Nullable
        TokenId bytes;
    }

    @Entity(name = "Suffixed")
    static class Suffixed {
        @Id
        @SuffixForm
        @Nullable
        AccountId id;

        @SuffixForm
        @Nullable
        UUID plain;
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, uuid, varchar(31)",
        "H2, uuid, varchar(31)",
        "MariaDB, binary(16), varchar(31)", // of a version that has no uuid yet; TypedIdMariaDbTest has one that does
        "MySQL, binary(16), varchar(31)",
        "SQLServer, uniqueidentifier, varchar(31)",
        "Oracle, raw(16), varchar2(31 char)",
    })
    void column_isThatOfUuids_orOfTheCanonicalText(String database, String ofUuids, String ofText) {
        assertThat(declared(database, Columns.class, "id")).isEqualTo(ofUuids);
        assertThat(declared(database, Columns.class, "uuid")).isEqualTo(ofUuids);
        assertThat(declared(database, Columns.class, "text")).isEqualTo(ofText);
    }

    @ParameterizedTest
    @CsvSource({"MySQL, binary(16)", "SQLServer, binary(16)"})
    void binaryColumn_has16Bytes(String database, String ofBytes) {
        assertThat(declared(database, Columns.class, "bytes")).isEqualTo(ofBytes);
    }

    @ParameterizedTest
    @CsvSource({"SQLServer, uniqueidentifier", "PostgreSQL, uuid", "H2, uuid"})
    @Tag("CB-2")
    void suffixForm_hasTheColumnOfUuids(String database, String ofUuids) {
        assertThat(declared(database, Suffixed.class, "id")).isEqualTo(ofUuids);
        assertThat(declared(database, Suffixed.class, "plain")).isEqualTo(ofUuids);
    }

    private static String declared(String database, Class<?> entity, String attribute) {
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder()
                .applySetting(AvailableSettings.DIALECT, "org.hibernate.dialect." + database + "Dialect")
                .applySetting("hibernate.boot.allow_jdbc_metadata_access", false)
                .build();
        try {
            Metadata metadata =
                    new MetadataSources(registry).addAnnotatedClass(entity).buildMetadata();
            Property property = metadata.getEntityBinding(entity.getName()).getProperty(attribute);
            return property.getColumns().get(0).getSqlType(metadata);
        } finally {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }
}
