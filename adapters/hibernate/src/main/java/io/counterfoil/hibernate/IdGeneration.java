package io.counterfoil.hibernate;

import io.counterfoil.hibernate.GeneratedId.Algorithm;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import java.util.EnumSet;
import java.util.UUID;
import org.hibernate.MappingException;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.models.spi.MemberDetails;
import org.jspecify.annotations.Nullable;

/** The generator behind {@link GeneratedId}. Hibernate creates one for each attribute. */
final class IdGeneration implements BeforeExecutionGenerator, AnnotationBasedGenerator<GeneratedId> {

    private static final long serialVersionUID = 1L;

    private Algorithm algorithm = Algorithm.UUID_V7;
    private Class<?> idClass = UUID.class;

    IdGeneration() {}

    @Override
    public void initialize(GeneratedId annotation, GeneratorCreationContext context) {
        algorithm = annotation.value();
        idClass = context.getType().getReturnedClass();
        if (idClass != UUID.class && !TypedId.class.isAssignableFrom(idClass)) {
            MemberDetails member = context.getMemberDetails();
            throw new MappingException("@GeneratedId stands on %s.%s, which is a %s and neither a TypedId nor a UUID"
                    .formatted(member.getDeclaringType().getName(), member.getName(), idClass.getName()));
        }
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session, Object owner, @Nullable Object assigned, EventType event) {
        return assigned != null ? assigned : idOf(next(algorithm));
    }

    private static UUID next(Algorithm algorithm) {
        return switch (algorithm) {
            case UUID_V7 -> UuidV7.next();
            case UUID_V4 -> UuidV4.next();
            case COMB -> Comb.next();
            case SHORT_PREFIX_COMB -> ShortPrefixComb.next();
        };
    }

    private Object idOf(UUID uuid) {
        return idClass == UUID.class ? uuid : IdType.forClass(idClass).of(uuid);
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public Class<?> getGeneratedType() {
        return idClass;
    }
}
