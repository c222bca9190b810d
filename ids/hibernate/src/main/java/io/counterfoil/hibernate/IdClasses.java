package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.MappedSuperclass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.models.spi.ClassDetails;
import org.hibernate.models.spi.ClassDetailsRegistry;
import org.hibernate.models.spi.MemberDetails;
import org.hibernate.models.spi.TypeDetails;

/**
 * The classes of typed ids that a model mentions: as types of attributes, of elements and keys of collections, and as type arguments
 * of superclasses.
 */
final class IdClasses {

    private final Set<String> visited = new HashSet<>();
    private final Map<String, Class<?>> found = new LinkedHashMap<>();

    private IdClasses() {}

    static Collection<Class<?>> mentionedIn(ClassDetailsRegistry registry) {
        // A copy, because looking at a class adds the classes of its attributes.
        List<ClassDetails> managed = new ArrayList<>();
        registry.forEachClassDetails(known -> {
            if (isManaged(known)) {
                managed.add(known);
            }
        });
        IdClasses classes = new IdClasses();
        managed.forEach(classes::visitMembers);
        return classes.found.values();
    }

    private static boolean isManaged(ClassDetails type) {
        return type.hasDirectAnnotationUsage(Entity.class)
                || type.hasDirectAnnotationUsage(MappedSuperclass.class)
                || type.hasDirectAnnotationUsage(Embeddable.class);
    }

    private void visitMembers(ClassDetails type) {
        if (!visited.add(type.getName())) {
            return;
        }
        TypeDetails superType = type.getGenericSuperType();
        if (superType != null) {
            visit(superType, false);
        }
        type.forEachPersistableMember(this::visit);
    }

    private void visit(MemberDetails member) {
        visit(
                member.getType(),
                member.hasDirectAnnotationUsage(Embedded.class) || member.hasDirectAnnotationUsage(EmbeddedId.class));
    }

    private void visit(TypeDetails type, boolean embedded) {
        switch (type.getTypeKind()) {
            case CLASS -> visit(type.asClassType().getClassDetails(), embedded);
            case PARAMETERIZED_TYPE -> {
                visit(type.asParameterizedType().getRawClassDetails(), embedded);
                type.asParameterizedType().getArguments().forEach(argument -> visit(argument, false));
            }
            case ARRAY -> visit(type.asArrayType().getConstituentType(), false);
            case WILDCARD_TYPE -> visit(type.asWildcardType().getBound(), false);
            case PRIMITIVE, VOID, TYPE_VARIABLE, TYPE_VARIABLE_REFERENCE -> {}
        }
    }

    private void visit(ClassDetails type, boolean embedded) {
        if (type.isImplementor(AnyTypedId.class)) {
            if (!type.isInterface() && !type.isAbstract()) {
                found.put(type.getName(), type.toJavaClass());
            }
        } else if (embedded || isManaged(type)) {
            visitMembers(type);
        }
    }
}
