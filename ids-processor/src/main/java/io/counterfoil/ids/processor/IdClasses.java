package io.counterfoil.ids.processor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** What a class of ids has to be. The library is known by its names alone. */
final class IdClasses {

    static final String PREFIX = "io.counterfoil.ids.Prefix";
    private static final String TYPED_ID = "io.counterfoil.ids.TypedId";
    private static final String UUID = "java.util.UUID";

    private final Elements elements;
    private final Types types;

    IdClasses(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
    }

    /** The annotation of a class; none where there is none. */
    static Optional<? extends AnnotationMirror> annotation(TypeElement idClass) {
        return idClass.getAnnotationMirrors().stream()
                .filter(annotation -> isNamed(annotation.getAnnotationType(), PREFIX))
                .findFirst();
    }

    /** The prefix, as it stands in the annotation; none where the compiler complains of the annotation itself. */
    static Optional<AnnotationValue> prefix(AnnotationMirror annotation) {
        return annotation.getElementValues().entrySet().stream()
                .filter(value -> value.getKey().getSimpleName().contentEquals("value"))
                .filter(value -> value.getValue().getValue() instanceof String)
                .<AnnotationValue>map(value -> value.getValue())
                .findFirst();
    }

    /** The name by which a class is loaded. */
    String binaryName(TypeElement type) {
        return elements.getBinaryName(type).toString();
    }

    /** The class of a binary name, where the compiler sees it, and it has this prefix. */
    boolean isThere(String binaryName, String prefix) {
        TypeElement found = elements.getTypeElement(binaryName);
        if (found == null) {
            found = elements.getTypeElement(binaryName.replace('$', '.'));
        }
        return found != null
                && binaryName(found).equals(binaryName)
                && annotation(found)
                        .flatMap(IdClasses::prefix)
                        .filter(value -> value.getValue().equals(prefix))
                        .isPresent();
    }

    /** What is wrong with a class; none where ids can be made of it. */
    Optional<String> fault(TypeElement type) {
        String name = type.getQualifiedName().toString();
        if (type.getKind() != ElementKind.CLASS && type.getKind() != ElementKind.RECORD) {
            return Optional.of("%s must be a record or a class, to have a @Prefix".formatted(name));
        }
        if (type.getModifiers().contains(Modifier.ABSTRACT)) {
            return Optional.of("%s is abstract: there can be no id of it".formatted(name));
        }
        if (type.getNestingKind() == NestingKind.MEMBER && !type.getModifiers().contains(Modifier.STATIC)) {
            return Optional.of("%s is an inner class: make it static, or a record".formatted(name));
        }
        return kindFault(type, name).or(() -> memberFault(type, name));
    }

    private Optional<String> kindFault(TypeElement type, String name) {
        if (hasUnresolvedSupertype(type)) {
            return Optional.empty(); // the compiler says so, or another processor makes it
        }
        DeclaredType typedId = typedId(type.asType());
        if (typedId == null) {
            return Optional.of(
                    "%s has a @Prefix, and must implement TypedId<%s>".formatted(name, type.getSimpleName()));
        }
        List<? extends TypeMirror> arguments = typedId.getTypeArguments();
        return arguments.size() == 1 && isNamed(arguments.get(0), name)
                ? Optional.empty()
                : Optional.of("%s is a %s, and must be a TypedId of itself: TypedId<%s>"
                        .formatted(name, typedId, type.getSimpleName()));
    }

    private static Optional<String> memberFault(TypeElement type, String name) {
        boolean constructible = ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                .anyMatch(constructor -> takes(constructor, UUID));
        if (!constructible) {
            return Optional.of("%s needs a constructor %s(UUID)".formatted(name, type.getSimpleName()));
        }
        if (type.getKind() == ElementKind.CLASS
                && !(has(type, "equals", "java.lang.Object") && has(type, "hashCode"))) {
            return Optional.of(
                    "%s must be a record, or have equals and hashCode: ids of one UUID are equal".formatted(name));
        }
        return Optional.empty();
    }

    /** Whether the class, or a class above it other than {@code Object}, has such a method. */
    private static boolean has(TypeElement type, String method, String... parameters) {
        TypeElement at = type;
        while (!at.getQualifiedName().contentEquals("java.lang.Object")) {
            if (ElementFilter.methodsIn(at.getEnclosedElements()).stream()
                    .anyMatch(candidate ->
                            candidate.getSimpleName().contentEquals(method) && takes(candidate, parameters))) {
                return true;
            }
            if (!(at.getSuperclass() instanceof DeclaredType above)) {
                return false;
            }
            at = (TypeElement) above.asElement();
        }
        return false;
    }

    private static boolean takes(ExecutableElement method, String... types) {
        List<? extends VariableElement> parameters = method.getParameters();
        if (parameters.size() != types.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!isNamed(parameters.get(i).asType(), types[i])) {
                return false;
            }
        }
        return true;
    }

    private @Nullable DeclaredType typedId(TypeMirror type) {
        for (TypeMirror above : types.directSupertypes(type)) {
            DeclaredType found = isNamed(above, TYPED_ID) ? (DeclaredType) above : typedId(above);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean hasUnresolvedSupertype(TypeElement type) {
        return Stream.concat(Stream.of(type.getSuperclass()), type.getInterfaces().stream())
                .anyMatch(above -> above.getKind() == TypeKind.ERROR
                        || (above instanceof DeclaredType known
                                && hasUnresolvedSupertype((TypeElement) known.asElement())));
    }

    private static boolean isNamed(TypeMirror type, String name) {
        return type.getKind() == TypeKind.DECLARED
                && ((TypeElement) ((DeclaredType) type).asElement())
                        .getQualifiedName()
                        .contentEquals(name);
    }
}
