package io.counterfoil.ids;

import io.counterfoil.ids.internal.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The forms that a {@link Prefix} declares: the canonical one first, and then the alternatives. For one thread. */
final class TextForms {

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?");

    private final List<TextForm> forms = new ArrayList<>();
    private final Class<?> idClass;
    private final ValueKind kind;

    private TextForms(Class<?> idClass) {
        this.idClass = idClass;
        this.kind = ValueKind.of(idClass);
    }

    /**
     * The forms of a class.
     *
     * @throws IllegalArgumentException when the declaration is against the rules; the message names the class
     */
    static List<TextForm> of(Prefix definition, Class<?> idClass) {
        TextForms declared = new TextForms(idClass);
        declared.addCanonical(definition);
        for (Prefix.Alternative alternative : definition.alternatives()) {
            declared.add(alternative, definition);
        }
        return List.copyOf(declared.forms);
    }

    /** The prefixes of forms, without their underscores; not that of texts without one. A look-up disregards case. */
    static Set<String> prefixes(List<TextForm> forms) {
        Set<String> prefixes = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (TextForm form : forms) {
            if (!form.prefix().isEmpty()) {
                prefixes.add(form.prefix().substring(0, form.prefix().length() - 1));
            }
        }
        return prefixes;
    }

    private void addCanonical(Prefix definition) {
        if (!PREFIX.matcher(definition.value()).matches()) {
            throw new IllegalArgumentException(
                    "prefix %s of %s must be 1 to %s characters of a-z, A-Z, 0-9 and _, with no underscore first or last"
                            .formatted(Excerpt.of(definition.value()), idClass.getName(), IdType.MAX_PREFIX_LENGTH));
        }
        if (definition.format() == IdFormat.DECIMAL) {
            throw new IllegalArgumentException(
                    "%s cannot be written in DECIMAL, which has no fixed length".formatted(idClass.getName()));
        }
        add(definition.value(), definition.format(), true);
    }

    private void add(Prefix.Alternative alternative, Prefix definition) {
        String[] prefixes = alternative.prefix().length == 0 ? new String[] {definition.value()} : alternative.prefix();
        IdFormat[] formats =
                alternative.format().length == 0 ? new IdFormat[] {definition.format()} : alternative.format();
        for (String prefix : prefixes) {
            if (!prefix.isEmpty() && !PREFIX.matcher(prefix).matches()) {
                throw new IllegalArgumentException(
                        "alternative prefix %s of %s must be empty, or 1 to %s characters of a-z, A-Z, 0-9 and _, with no underscore first or last"
                                .formatted(Excerpt.of(prefix), idClass.getName(), IdType.MAX_PREFIX_LENGTH));
            }
            for (IdFormat format : formats) {
                add(prefix, format, alternative.padded());
            }
        }
    }

    private void add(String prefix, IdFormat format, boolean padded) {
        Body body = kind.body(format);
        if (body == null) {
            throw new IllegalArgumentException("%s cannot have format %s: its value is a %s"
                    .formatted(idClass.getName(), format, kind.valueClass().getSimpleName()));
        }
        if (!padded) {
            if (format == IdFormat.HEX || !(body instanceof Body.Fixed fixed)) {
                throw new IllegalArgumentException(
                        "%s cannot be declared unpadded, for %s".formatted(format, idClass.getName()));
            }
            body = new Body.Unpadded(fixed);
        }
        TextForm added = TextForm.of(prefix, format, padded, body);
        for (TextForm form : forms) {
            if (form.isSame(added)) {
                throw new IllegalArgumentException("%s declares the text %s twice".formatted(idClass.getName(), added));
            }
            if (form.contradicts(added)) {
                throw new IllegalArgumentException(
                        "%s declares the texts %s and %s, under which one text could represent two different IDs"
                                .formatted(idClass.getName(), form, added));
            }
        }
        forms.add(added);
    }
}
