package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ObjectId;
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

    private IdAlgorithm algorithm = IdAlgorithm.UUID_V7;
    private Class<?> idClass = UUID.class;

    IdGeneration() {}

    @Override
    public void initialize(GeneratedId annotation, GeneratorCreationContext context) {
        algorithm = annotation.value();
        idClass = context.getType().getReturnedClass();
        MemberDetails member = context.getMemberDetails();
        if (idClass != UUID.class && !AnyTypedId.class.isAssignableFrom(idClass)) {
            throw new MappingException("@GeneratedId on %s.%s: the type must be a TypedId or UUID, is %s"
                    .formatted(member.getDeclaringType().getName(), member.getName(), idClass.getName()));
        }
        Class<?> wanted = valueClass();
        Class<?> made = algorithm == IdAlgorithm.OBJECT_ID ? ObjectId.class : UUID.class;
        if (wanted != made) {
            throw new MappingException("@GeneratedId(%s) on %s.%s: the type is a %s over %s and must be over %s"
                    .formatted(
                            algorithm,
                            member.getDeclaringType().getName(),
                            member.getName(),
                            idClass.getName(),
                            wanted.getSimpleName(),
                            made.getSimpleName()));
        }
    }

    /** A superclass may name its identifier's interface alone, so that there is no type yet. */
    private Class<?> valueClass() {
        if (TypedObjectId.class.isAssignableFrom(idClass)) {
            return ObjectId.class;
        }
        return TypedLongId.class.isAssignableFrom(idClass) ? Long.class : UUID.class;
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session, Object owner, @Nullable Object assigned, EventType event) {
        return assigned != null ? assigned : idOf(next(algorithm));
    }

    private static Object next(IdAlgorithm algorithm) {
        return switch (algorithm) {
            case UUID_V7 -> UuidV7.next();
            case UUID_V4 -> UuidV4.next();
            case COMB -> Comb.next();
            case SHORT_PREFIX_COMB -> ShortPrefixComb.next();
            case OBJECT_ID -> ObjectId.next();
        };
    }

    private Object idOf(Object value) {
        return idClass == UUID.class ? value : IdType.forClass(idClass).ofValue(value);
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
