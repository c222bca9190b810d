package io.counterfoil.hibernate.internal;

import io.counterfoil.hibernate.TypedIdJavaType;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.spi.MetadataSourcesContributor;

/**
 * Makes typed ids known to every model that Hibernate builds. Hibernate finds it as a service; it is not to be called.
 *
 * <h2>How it works</h2>
 *
 * <p>Hibernate knows a Java class by its own {@code JavaType} and has no hook that would make one for all subtypes of an
 * interface. An {@code AttributeConverter} for the interface would not do: JPA forbids one on identifiers, and it would not learn
 * which class to load into. So the classes of ids that a model mentions are looked up, and each gets its {@link TypedIdJavaType}, at
 * the one moment when that is possible: after Hibernate knows which classes are managed, and before it binds their attributes.
 * That is when it processes the annotations of packages. This contributor adds the package of {@link TypedIdJavaType} to the model's, whose
 * {@code package-info} registers {@code AnyTypedIdJavaType}; and that one, when Hibernate injects its {@code TypeConfiguration},
 * reads the model ({@code IdClasses}) and registers the rest.
 *
 * <p>Stateless.
 */
public final class TypedIdContributor implements MetadataSourcesContributor {

    /** For Hibernate. */
    public TypedIdContributor() {}

    @Override
    public void contribute(MetadataSources sources) {
        sources.addPackage(TypedIdJavaType.class.getPackageName());
    }
}
