package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import org.hibernate.type.descriptor.java.spi.JavaTypeRegistry;
import org.hibernate.type.spi.TypeConfiguration;
import org.hibernate.type.spi.TypeConfigurationAware;
import org.jspecify.annotations.Nullable;

/**
 * What the interface of all typed ids is to Hibernate. Its registration brings those of the classes of ids along, by {@code
 * internal.TypedIdContributor}.
 */
@SuppressWarnings("rawtypes") // the descriptor of a class is one of the raw class
final class AnyTypedIdJavaType extends InterfaceJavaType<AnyTypedId> implements TypeConfigurationAware {

    private static final long serialVersionUID = 1L;

    private transient @Nullable TypeConfiguration typeConfiguration;

    AnyTypedIdJavaType() {
        super(AnyTypedId.class);
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

    @SuppressWarnings("unchecked") // a class of ids is a class of its own kind: its bound says so
    private static void register(Class<?> idClass, JavaTypeRegistry registry) {
        if (registry.findDescriptor((java.lang.reflect.Type) idClass) == null) {
            registry.addDescriptor(TypedIdJavaType.of((Class) idClass));
        }
    }

    @Override
    public @Nullable TypeConfiguration getTypeConfiguration() {
        return typeConfiguration;
    }
}
