/** Typed ids as columns and identifiers of entities, for Hibernate. */
module io.counterfoil.hibernate {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;
    requires transitive jakarta.persistence;
    requires transitive org.hibernate.orm.core;
    requires org.hibernate.models;

    exports io.counterfoil.hibernate;

    opens io.counterfoil.hibernate to
            org.hibernate.orm.core;

    provides org.hibernate.boot.spi.MetadataSourcesContributor with
            io.counterfoil.hibernate.internal.TypedIdContributor;
}
