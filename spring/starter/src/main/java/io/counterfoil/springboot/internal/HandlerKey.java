package io.counterfoil.springboot.internal;

import java.lang.reflect.Method;
import org.springframework.web.method.HandlerMethod;

/** Identifies a handler method under one of its patterns, whether its bean is resolved or not. */
public record HandlerKey(Method method, Class<?> type, String pattern) {

    public static HandlerKey of(HandlerMethod handler, String pattern) {
        return new HandlerKey(handler.getMethod(), handler.getBeanType(), pattern);
    }
}
