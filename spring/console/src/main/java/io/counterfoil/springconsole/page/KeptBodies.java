package io.counterfoil.springconsole.page;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;

/** Keeps what a handler of the console returns, before all other advice. */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class KeptBodies extends PlainBodies {

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (body != null) {
            request.getAttributes().put(BODY, body);
        }
        return body;
    }
}
