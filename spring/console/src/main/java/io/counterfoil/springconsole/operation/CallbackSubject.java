package io.counterfoil.springconsole.operation;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springconsole.audit.AuditSubject;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The operation whose callback an operator decides about. */
record CallbackSubject(Namespace namespace, String kind, ReferenceId reference) {

    private static final Pattern KIND = Pattern.compile("[!-~]{1,100}");

    /**
     * The one of these parameters.
     *
     * @throws BadParameterException when one of them is none
     */
    static CallbackSubject parse(String namespace, String kind, String reference) {
        if (!KIND.matcher(kind).matches()) {
            throw new BadParameterException("kind", "must be 1 to 100 characters of printable ASCII without spaces");
        }
        return new CallbackSubject(
                read("namespace", () -> Namespace.ofStored(namespace)),
                kind,
                read("reference", () -> new ReferenceId(reference)));
    }

    private static <T> T read(String field, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException none) {
            throw new BadParameterException(field, "is none that this list has");
        }
    }

    /** What is written about it: the client is the namespace without what says that it is one. */
    AuditSubject audited() {
        String stored = namespace.stored();
        return new AuditSubject("callback", reference.value(), stored.substring(stored.indexOf(':') + 1), kind);
    }
}
