package io.counterfoil.springboot.web;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.servlet.ServletRequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Gives a handler method what is known of its request's key: the {@link ClientId} that the key is scoped by, and, where the request
 * is guarded, the {@link IdempotencyKey}, the {@link KeyedExecution} and its {@link Execution}; and the {@link AttemptId}.
 *
 * <p>A parameter that may be missing is an {@link Optional}, or nullable. For any other a request that does not have it is refused
 * by an {@link InvalidIdentifierException}, which becomes a 400. Thread-safe.
 */
final class KeyArguments implements HandlerMethodArgumentResolver {

    private static final Set<Class<?>> TYPES =
            Set.of(ClientId.class, IdempotencyKey.class, KeyedExecution.class, Execution.class, AttemptId.class);

    private final ClientResolver clients;
    private final HeaderNames names;

    KeyArguments(ClientResolver clients, HeaderNames names) {
        this.clients = clients;
        this.names = names;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return TYPES.contains(typeOf(parameter));
    }

    private static Class<?> typeOf(MethodParameter parameter) {
        return parameter.nestedIfOptional().getNestedParameterType();
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new IllegalStateException(
                    "a " + typeOf(parameter).getSimpleName() + " argument needs a servlet request");
        }
        Optional<?> found = find(typeOf(parameter), servletRequest);
        if (parameter.getParameterType() == Optional.class) {
            return found;
        }
        if (found.isEmpty() && !parameter.isOptional()) {
            throw new InvalidIdentifierException(
                    typeOf(parameter) == AttemptId.class ? names.attempt() : names.idempotencyKey(),
                    "is missing, but the handler requires it");
        }
        return found.orElse(null);
    }

    private Optional<?> find(Class<?> type, HttpServletRequest request) {
        if (type == ClientId.class) {
            return Optional.of(clients.resolve(new ServletRequestHead(request)));
        }
        if (type == AttemptId.class) {
            return Optional.ofNullable(request.getHeader(names.attempt())).map(this::attempt);
        }
        Optional<KeyedExecution> right =
                Optional.ofNullable((KeyedExecution) request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE));
        if (type == IdempotencyKey.class) {
            return right.map(KeyedExecution::key);
        }
        return type == Execution.class ? right.map(KeyedExecution::execution) : right;
    }

    private AttemptId attempt(String value) {
        try {
            return new AttemptId(value);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(names.attempt(), invalid.reason());
        }
    }
}
