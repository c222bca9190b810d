package io.counterfoil.hibernate;

import io.counterfoil.ids.TypedId;
import org.hibernate.MappingException;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.java.spi.JavaTypeRegistry;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.hibernate.type.spi.TypeConfiguration;
import org.hibernate.type.spi.TypeConfigurationAware;
import org.jspecify.annotations.Nullable;

/**
 * What the interface {@link TypedId} itself is to Hibernate: no type of an attribute. Its registration brings those of the classes
 * of ids along, by {@link TypedIdContributor}.
 */
@SuppressWarnings("rawtypes") // the descriptor of a class is one of the raw class
final class AnyTypedIdJavaType extends AbstractClassJavaType<TypedId> implements TypeConfigurationAware {

    private static final long serialVersionUID = 1L;

    private transient @Nullable TypeConfiguration typeConfiguration;

    AnyTypedIdJavaType() {
        super(TypedId.class);
    }

    /** Registers the types of all ids that the model being built mentions; a type that is registered already stays. */
    @Override
    @SuppressWarnings(
            "deprecation") // getMetadataBuildingContext: what is to replace it has no other way to the model's classes
    public void setTypeConfiguration(TypeConfiguration configuration) {
        typeConfiguration = configuration;
        JavaTypeRegistry registry = configuration.getJavaTypeRegistry();
        IdClasses.mentionedIn(configuration
                        .getMetadataBuildingContext()
                        .getBootstrapContext()
                        .getModelsContext()
                        .getClassDetailsRegistry())
                .forEach(idClass -> register(idClass, registry));
    }

    @SuppressWarnings("unchecked") // a class of ids is a class of its own kind: TypedId's bound says so
    private static void register(Class<?> idClass, JavaTypeRegistry registry) {
        if (registry.findDescriptor((java.lang.reflect.Type) idClass) == null) {
            registry.addDescriptor(TypedIdJavaType.of((Class) idClass));
        }
    }

    @Override
    public @Nullable TypeConfiguration getTypeConfiguration() {
        return typeConfiguration;
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        throw noKind();
    }

    @Override
    public TypedId fromString(CharSequence text) {
        throw noKind();
    }

    @Override
    public <X> X unwrap(TypedId value, Class<X> type, WrapperOptions options) {
        throw noKind();
    }

    @Override
    public <X> TypedId wrap(X value, WrapperOptions options) {
        throw noKind();
    }

    private static MappingException noKind() {
        return new MappingException(
                "an attribute of type TypedId cannot be mapped, because a column of UUIDs does not say their kind:"
                        + " declare the attribute with its record class");
    }
}
