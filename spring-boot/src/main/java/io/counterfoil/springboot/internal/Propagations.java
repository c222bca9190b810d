package io.counterfoil.springboot.internal;

import java.lang.reflect.Method;
import java.util.Optional;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;

/** Reads annotations of transactions, those of Jakarta among them; loaded only where Spring's transactions are. */
final class Propagations {

    private static final AnnotationTransactionAttributeSource SOURCE = new AnnotationTransactionAttributeSource(false);

    private Propagations() {}

    /** The name of a propagation that leaves the surrounding transaction, where the method has one. */
    static Optional<String> outside(Method method, Class<?> type) {
        TransactionAttribute attribute = SOURCE.getTransactionAttribute(method, type);
        if (attribute == null) {
            return Optional.empty();
        }
        return switch (attribute.getPropagationBehavior()) {
            case TransactionDefinition.PROPAGATION_REQUIRES_NEW -> Optional.of("REQUIRES_NEW");
            case TransactionDefinition.PROPAGATION_NOT_SUPPORTED -> Optional.of("NOT_SUPPORTED");
            case TransactionDefinition.PROPAGATION_NEVER -> Optional.of("NEVER");
            default -> Optional.empty();
        };
    }
}
