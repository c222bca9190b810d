package io.counterfoil.ids.processor;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    static final String UUID = "java.util.UUID";
    static final String LONG = "long";
    static final String OBJECT_ID = "io.counterfoil.ids.generator.ObjectId";

    /** What the ids of an interface are over. */
    private static final Map<String, String> VALUES = Map.of(
            "io.counterfoil.ids.TypedId", UUID,
            "io.counterfoil.ids.TypedLongId", LONG,
            "io.counterfoil.ids.TypedObjectId", OBJECT_ID);

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

    /** The alternative prefixes that a class declares; none where its declaration is against the rules. */
    List<String> alternativePrefixes(TypeElement idClass) {
        return value(idClass)
                .flatMap(value -> annotation(idClass).map(definition -> {
                    Forms forms = new Forms(elements, binaryName(idClass), value);
                    return forms.fault(definition).isPresent() ? List.<String>of() : forms.alternativePrefixes();
                }))
                .orElse(List.of());
    }

    /** The name of what the ids of a class are over; none where it is no class of ids. */
    Optional<String> value(TypeElement idClass) {
        return Optional.ofNullable(typedId(idClass.asType()))
                .map(typedId -> Objects.requireNonNull(VALUES.get(nameOf(typedId))));
    }

    /** The class of a binary name, where the compiler sees it, and it has this prefix. */
    Optional<TypeElement> find(String binaryName, String prefix) {
        TypeElement found = elements.getTypeElement(binaryName);
        if (found == null) {
            found = elements.getTypeElement(binaryName.replace('$', '.'));
        }
        return Optional.ofNullable(found)
                .filter(type -> binaryName(type).equals(binaryName))
                .filter(type -> annotation(type)
                        .flatMap(IdClasses::prefix)
                        .filter(value -> value.getValue().equals(prefix))
                        .isPresent());
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
        return kindFault(type, name)
                .or(() -> value(type).flatMap(value -> memberFault(type, name, value)))
                .or(() -> value(type)
                        .flatMap(value -> annotation(type)
                                .flatMap(definition -> new Forms(elements, name, value).fault(definition))));
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
                : Optional.of("%s is a %s, and must be a %s of itself: %s<%s>"
                        .formatted(
                                name, typedId, simple(nameOf(typedId)), simple(nameOf(typedId)), type.getSimpleName()));
    }

    private static Optional<String> memberFault(TypeElement type, String name, String value) {
        boolean constructible = ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                .anyMatch(constructor -> takes(constructor, value));
        if (!constructible) {
            return Optional.of("%s needs a constructor %s(%s)".formatted(name, type.getSimpleName(), simple(value)));
        }
        if (type.getKind() == ElementKind.CLASS
                && !(has(type, "equals", "java.lang.Object") && has(type, "hashCode"))) {
            return Optional.of("%s must be a record, or have equals and hashCode: ids of one %s are equal"
                    .formatted(name, simple(value)));
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
            DeclaredType found = VALUES.containsKey(nameOf(above)) ? (DeclaredType) above : typedId(above);
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
        return nameOf(type).equals(name);
    }

    private static String nameOf(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED
                ? ((TypeElement) ((DeclaredType) type).asElement())
                        .getQualifiedName()
                        .toString()
                : type.getKind() == TypeKind.LONG ? LONG : "";
    }

    /** A name without its package. */
    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
