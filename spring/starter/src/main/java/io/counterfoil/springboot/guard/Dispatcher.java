package io.counterfoil.springboot.guard;

import io.counterfoil.springboot.internal.HandlerPatterns;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerAdapter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.RequestToViewNameTranslator;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import org.springframework.web.servlet.handler.HandlerExceptionResolverComposite;
import org.springframework.web.servlet.view.DefaultRequestToViewNameTranslator;

/**
 * What a {@link DispatcherServlet} dispatches to, without the guard's own: the beans of its context and of the ancestors, in their order. An
 * immutable value.
 */
record Dispatcher(
        List<HandlerMapping> mappings,
        List<HandlerAdapter> adapters,
        List<HandlerExceptionResolver> exceptionResolvers,
        List<ViewResolver> viewResolvers,
        RequestToViewNameTranslator viewNames,
        HandlerPatterns patterns) {

    static Dispatcher of(ApplicationContext context) {
        List<HandlerMapping> mappings = beans(context, HandlerMapping.class);
        String viewNames = DispatcherServlet.REQUEST_TO_VIEW_NAME_TRANSLATOR_BEAN_NAME;
        return new Dispatcher(
                mappings,
                beans(context, HandlerAdapter.class),
                beans(context, HandlerExceptionResolver.class).stream()
                        .flatMap(Dispatcher::parts)
                        .toList(),
                beans(context, ViewResolver.class),
                context.containsBean(viewNames)
                        ? context.getBean(viewNames, RequestToViewNameTranslator.class)
                        : new DefaultRequestToViewNameTranslator(),
                HandlerPatterns.of(mappings));
    }

    private static <T> List<T> beans(ApplicationContext context, Class<T> type) {
        List<T> beans = new ArrayList<>(BeanFactoryUtils.beansOfTypeIncludingAncestors(context, type, true, false)
                .values());
        beans.removeIf(bean ->
                bean instanceof GuardedMapping || bean instanceof GuardedAdapter || bean instanceof UnresolvedFailures);
        AnnotationAwareOrderComparator.sort(beans);
        return List.copyOf(beans);
    }

    /** One by one, so that the next is asked after one that has responded with nothing. */
    private static Stream<HandlerExceptionResolver> parts(HandlerExceptionResolver resolver) {
        return resolver.getClass() == HandlerExceptionResolverComposite.class
                ? ((HandlerExceptionResolverComposite) resolver).getExceptionResolvers().stream()
                : Stream.of(resolver);
    }

    @Nullable
    HandlerExecutionChain find(HttpServletRequest request) throws Exception {
        for (HandlerMapping mapping : mappings) {
            HandlerExecutionChain found = mapping.getHandler(request);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    HandlerAdapter adapter(Object handler) throws ServletException {
        for (HandlerAdapter adapter : adapters) {
            if (adapter.supports(handler)) {
                return adapter;
            }
        }
        throw new ServletException(
                "No adapter for handler [" + handler
                        + "]: The DispatcherServlet configuration needs to include a HandlerAdapter that supports this handler");
    }

    @Nullable
    View view(String name, Locale locale) throws Exception {
        for (ViewResolver resolver : viewResolvers) {
            View view = resolver.resolveViewName(name, locale);
            if (view != null) {
                return view;
            }
        }
        return null;
    }
}
