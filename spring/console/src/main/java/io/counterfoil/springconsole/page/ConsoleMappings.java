package io.counterfoil.springconsole.page;

import io.counterfoil.springconsole.ConsoleController;
import java.lang.reflect.Method;
import java.util.Map;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Maps the handlers of the console at the paths that they name. Were they found as controllers, a path prefix of the application would move them away
 * from the path that the page asks, and that rights are checked for.
 */
record ConsoleMappings(RequestMappingHandlerMapping mapping, ListableBeanFactory beans)
        implements SmartInitializingSingleton {

    @Override
    public void afterSingletonsInstantiated() {
        beans.getBeansWithAnnotation(ConsoleController.class).values().forEach(this::map);
        beans.getBeansOfType(PartsController.class).values().forEach(this::map);
    }

    private void map(Object controller) {
        Map<Method, RequestMapping> handlers = MethodIntrospector.selectMethods(
                AopUtils.getTargetClass(controller), (MethodIntrospector.MetadataLookup<RequestMapping>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class));
        handlers.forEach((method, mapped) -> mapping.registerMapping(
                RequestMappingInfo.paths(mapped.path())
                        .methods(mapped.method())
                        .options(mapping.getBuilderConfiguration())
                        .build(),
                controller,
                method));
    }
}
