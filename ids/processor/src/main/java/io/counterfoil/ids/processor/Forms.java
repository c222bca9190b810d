package io.counterfoil.ids.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.Elements;

/**
 * The texts that a {@code @Prefix} declares: its own format and its alternatives. The rules are those by which {@code IdType} refuses
 * a class at run time. For one class, and one thread.
 */
final class Forms {

    static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?");

    /** The length of the texts by the value and its format. */
    static final Map<String, Map<String, Integer>> LENGTHS = Map.of(
            IdClasses.UUID,
            Map.of("HEX", 36, "BASE16", 32, "BASE32", 26, "ULID", 26, "BASE36", 25, "BASE58", 22, "BASE62", 22),
            IdClasses.LONG,
            Map.of("BASE16", 16, "BASE32", 13, "BASE36", 13, "BASE62", 11, "DECIMAL", 20),
            IdClasses.OBJECT_ID,
            Map.of("BASE16", 24, "BASE32", 20, "BASE36", 19, "BASE58", 17, "BASE62", 17));

    private final List<Form> forms = new ArrayList<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Elements elements;
    private final String name;
    private final String value;

    private record Form(String prefix, String format, boolean padded, int shortest, int longest) {

        boolean contradicts(Form other) {
            return prefix.equalsIgnoreCase(other.prefix)
                    && base(format) != base(other.format)
                    && shortest <= other.longest
                    && other.shortest <= longest;
        }

        @Override
        public String toString() {
            return "%s%s%s".formatted(prefix.isEmpty() ? "" : prefix + "_", padded ? "" : "unpadded ", format);
        }
    }

    /**
     * @param name the class's, for messages
     * @param value the name of what its ids are over
     */
    Forms(Elements elements, String name, String value) {
        this.elements = elements;
        this.name = name;
        this.value = value;
    }

    /** What is wrong with a declaration; none where every text that it reads is one id. */
    Optional<String> fault(AnnotationMirror definition) {
        String prefix = IdClasses.prefix(definition)
                .map(AnnotationValue::getValue)
                .map(Object::toString)
                .orElse("");
        String format = constant(get(definition, "format"));
        if (format.equals("DECIMAL")) {
            return Optional.of("%s cannot be written in DECIMAL, which has no fixed length".formatted(name));
        }
        Optional<String> fault = add(prefix, format, true);
        for (AnnotationValue alternative : list(get(definition, "alternatives"))) {
            fault = fault.or(() -> add((AnnotationMirror) alternative.getValue(), prefix, format));
        }
        return fault;
    }

    /** The alternative prefixes of the declaration that was looked at. */
    List<String> alternativePrefixes() {
        return prefixes;
    }

    private Optional<String> add(AnnotationMirror alternative, String ownPrefix, String ownFormat) {
        List<String> named = list(get(alternative, "prefix")).stream()
                .map(each -> each.getValue().toString())
                .toList();
        List<String> formats =
                list(get(alternative, "format")).stream().map(Forms::constant).toList();
        boolean padded = get(alternative, "padded").getValue().equals(true);
        for (String prefix : named.isEmpty() ? List.of(ownPrefix) : named) {
            if (!prefix.isEmpty() && !named.isEmpty() && !PREFIX.matcher(prefix).matches()) {
                return Optional.of(
                        "alternative prefix \"%s\" of %s must be empty, or 1 to 63 characters of a-z, A-Z, 0-9 and _, with no underscore first or last"
                                .formatted(prefix, name));
            }
            if (!prefix.isEmpty() && !prefix.equals(ownPrefix)) {
                prefixes.add(prefix);
            }
            for (String format : formats.isEmpty() ? List.of(ownFormat) : formats) {
                Optional<String> fault = add(prefix, format, padded);
                if (fault.isPresent()) {
                    return fault;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> add(String prefix, String format, boolean padded) {
        Integer length = LENGTHS.getOrDefault(value, Map.of()).get(format);
        if (length == null) {
            return Optional.of(
                    "%s cannot have format %s: its value is a %s".formatted(name, format, IdClasses.simple(value)));
        }
        boolean decimal = format.equals("DECIMAL");
        if (!padded && (decimal || format.equals("HEX"))) {
            return Optional.of("%s cannot be declared unpadded, for %s".formatted(format, name));
        }
        Form added = new Form(prefix, format, padded, padded && !decimal ? length : 1, length);
        for (Form form : forms) {
            if (form.equals(added)) {
                return Optional.of("%s declares the text %s twice".formatted(name, added));
            }
            if (form.contradicts(added)) {
                return Optional.of(
                        "%s declares the texts %s and %s, under which one text could represent two different IDs"
                                .formatted(name, form, added));
            }
        }
        forms.add(added);
        return Optional.empty();
    }

    private static int base(String format) {
        return switch (format) {
            case "HEX", "BASE16" -> 16;
            case "BASE32", "ULID" -> 32;
            case "BASE36" -> 36;
            case "BASE58" -> 58;
            case "BASE62" -> 62;
            default -> 10;
        };
    }

    private AnnotationValue get(AnnotationMirror annotation, String attribute) {
        return elements.getElementValuesWithDefaults(annotation).entrySet().stream()
                .filter(each -> each.getKey().getSimpleName().contentEquals(attribute))
                .<AnnotationValue>map(each -> each.getValue())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "@Prefix has no %s: it is of another version of the library".formatted(attribute)));
    }

    private static List<AnnotationValue> list(AnnotationValue array) {
        return array.getValue() instanceof List<?> values
                ? values.stream().map(each -> (AnnotationValue) each).toList()
                : List.of();
    }

    private static String constant(AnnotationValue constant) {
        return ((VariableElement) constant.getValue()).getSimpleName().toString();
    }
}
