package io.counterfoil.ledger.api;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.servlet.ServletRequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Resolves the ledger or transaction ID argument of a handler method: from {@code {id}} in the path, or on the same
 * path without it from {@code reference_id} in the query. Thread-safe.
 */
final class EntityArguments implements HandlerMethodArgumentResolver {

    /** The query parameter that replaces an ID in the path. */
    static final String REFERENCE = "reference_id";

    private static final String ID = "id";
    private static final Set<Class<?>> TYPES = Set.of(LedgerId.class, TransactionId.class);

    private final Ledgers ledgers;
    private final ClientResolver clients;

    EntityArguments(Ledgers ledgers, ClientResolver clients) {
        this.ledgers = ledgers;
        this.clients = clients;
    }

    /** Whether a request to this handler names its entity by a query parameter. */
    static boolean isByReference(HttpServletRequest request, Method handler) {
        return Stream.of(handler.getParameterTypes()).anyMatch(TYPES::contains) && idInPath(request) == null;
    }

    private static @Nullable String idInPath(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables instanceof Map<?, ?> byName && byName.get(ID) instanceof String id ? id : null;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return TYPES.contains(parameter.getParameterType());
    }

    /**
     * @throws NotFoundException when there is no such entity
     * @throws InvalidFieldException when the reference ID is required, and is missing or invalid
     */
    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new IllegalStateException("entity arguments require a servlet request");
        }
        return parameter.getParameterType() == LedgerId.class
                ? find(servletRequest, LedgerId.TYPE, "ledger", ledgers::ledgerNamed)
                : find(servletRequest, TransactionId.TYPE, "transaction", ledgers::transactionNamed);
    }

    private <I extends TypedId<I>> I find(
            HttpServletRequest request,
            IdType<I> type,
            String kind,
            BiFunction<ClientId, ReferenceId, Optional<I>> named) {
        String id = idInPath(request);
        if (id != null) {
            return type.tryParse(id).orElseThrow(() -> new NotFoundException(kind, ID));
        }
        ReferenceId reference =
                QueryFields.required(REFERENCE, QueryFields.reference(REFERENCE, single(request, REFERENCE)));
        return named.apply(clients.resolve(new ServletRequestHead(request)), reference)
                .orElseThrow(() -> new NotFoundException(kind, REFERENCE));
    }

    private static @Nullable String single(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        if (values != null && values.length > 1) {
            throw new InvalidFieldException(name, "must not be repeated");
        }
        return values == null ? null : values[0];
    }
}
