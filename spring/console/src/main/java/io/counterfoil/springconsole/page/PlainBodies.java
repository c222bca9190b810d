package io.counterfoil.springconsole.page;

import io.counterfoil.springconsole.ConsoleController;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Takes what the console responds past the advice of an application that puts every response into an envelope, which the page would not understand:
 * {@link KeptBodies} before it keep the body, {@link RestoredBodies} after it restore it.
 */
abstract class PlainBodies implements ResponseBodyAdvice<Object> {

    /** The attribute of the request that has the body. */
    static final String BODY = PlainBodies.class.getName();

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        Class<?> handlers = returned.getContainingClass();
        return handlers == ConsoleProblems.class
                || handlers == PartsController.class
                || AnnotatedElementUtils.hasAnnotation(handlers, ConsoleController.class);
    }
}
