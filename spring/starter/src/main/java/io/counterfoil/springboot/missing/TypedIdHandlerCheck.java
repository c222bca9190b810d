package io.counterfoil.springboot.missing;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.convert.ConversionService;
import org.springframework.http.HttpEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Refuses handlers of Spring MVC with typed ids that are not read from a text, or not written as one. It asks the application's own
 * conversions and message converters, so that those that know the ids without a module count.
 */
final class TypedIdHandlerCheck implements SmartInitializingSingleton {

    private static final List<Class<? extends java.lang.annotation.Annotation>> TEXTS = List.of(
            PathVariable.class,
            RequestParam.class,
            RequestHeader.class,
            CookieValue.class,
            MatrixVariable.class,
            ModelAttribute.class);

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;
    private final ObjectProvider<RequestMappingHandlerAdapter> adapters;
    private final @Nullable ClassLoader loader;

    TypedIdHandlerCheck(
            ObjectProvider<RequestMappingHandlerMapping> mappings,
            ObjectProvider<RequestMappingHandlerAdapter> adapters,
            @Nullable ClassLoader loader) {
        this.mappings = mappings;
        this.adapters = adapters;
        this.loader = loader;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (AddedModule.IDS.isMissing(loader) || AddedModule.JACKSON_2.isMissing(loader)) {
            adapters.orderedStream()
                    .findFirst()
                    .ifPresent(adapter -> mappings.orderedStream()
                            .flatMap(mapping -> mapping.getHandlerMethods().values().stream())
                            .forEach(handler -> check(handler, adapter)));
        }
    }

    private void check(HandlerMethod handler, RequestMappingHandlerAdapter adapter) {
        for (MethodParameter parameter : handler.getMethodParameters()) {
            ResolvableType type = ResolvableType.forMethodParameter(parameter);
            if (TEXTS.stream().anyMatch(parameter::hasParameterAnnotation)) {
                checkText(handler, type, adapter);
            }
            if (parameter.hasParameterAnnotation(RequestBody.class)
                    || parameter.hasParameterAnnotation(RequestPart.class)
                    || HttpEntity.class.isAssignableFrom(parameter.getParameterType())) {
                checkJson(handler, type, adapter);
            }
        }
        if (writesBody(handler)) {
            checkJson(handler, ResolvableType.forMethodParameter(handler.getReturnType()), adapter);
        }
    }

    private static boolean writesBody(HandlerMethod handler) {
        return handler.hasMethodAnnotation(ResponseBody.class)
                || AnnotatedElementUtils.hasAnnotation(handler.getBeanType(), ResponseBody.class)
                || HttpEntity.class.isAssignableFrom(handler.getReturnType().getParameterType());
    }

    private void checkText(HandlerMethod handler, ResolvableType type, RequestMappingHandlerAdapter adapter) {
        ConversionService conversions =
                adapter.getWebBindingInitializer() instanceof ConfigurableWebBindingInitializer binding
                        ? binding.getConversionService()
                        : null;
        if (conversions == null || !AddedModule.IDS.isMissing(loader)) {
            return;
        }
        for (Class<?> id : TypedIdSearch.in(type)) {
            if (!conversions.canConvert(String.class, id)) {
                throw refused(
                        AddedModule.IDS,
                        "%s takes %s, to which Spring cannot convert a text: every request with one would fail"
                                .formatted(nameOf(handler), id.getSimpleName()));
            }
        }
    }

    private void checkJson(HandlerMethod handler, ResolvableType type, RequestMappingHandlerAdapter adapter) {
        for (Class<?> id : TypedIdSearch.in(type)) {
            for (HttpMessageConverter<?> converter : adapter.getMessageConverters()) {
                if (JsonIds.writesJson(converter, id)) {
                    JsonIds.missingFor(converter, id)
                            .filter(module -> module.isMissing(loader))
                            .ifPresent(module -> {
                                throw refused(
                                        module,
                                        "%s has %s in JSON, and Jackson knows it as an object with fields, and not as its text"
                                                .formatted(nameOf(handler), id.getSimpleName()));
                            });
                    break;
                }
            }
        }
    }

    private static CounterfoilStartUpException refused(AddedModule module, String what) {
        return new CounterfoilStartUpException(
                "%s; %s is not on the class path.".formatted(what, module.artifact()), module.remedy());
    }

    private static String nameOf(HandlerMethod handler) {
        return handler.getBeanType().getSimpleName() + "." + handler.getMethod().getName() + "()";
    }
}
