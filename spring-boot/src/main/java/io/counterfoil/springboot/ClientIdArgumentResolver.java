package io.counterfoil.springboot;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.servlet.ServletRequestHead;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a handler method its {@link ClientId}: the same one that the request's key is scoped by. */
final class ClientIdArgumentResolver implements HandlerMethodArgumentResolver {

    private final ClientResolver clients;

    ClientIdArgumentResolver(ClientResolver clients) {
        this.clients = clients;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == ClientId.class;
    }

    @Override
    public ClientId resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servletRequest = request.getNativeRequest(HttpServletRequest.class);
        if (servletRequest == null) {
            throw new IllegalStateException("a ClientId argument needs a servlet request");
        }
        return clients.resolve(new ServletRequestHead(servletRequest));
    }
}
