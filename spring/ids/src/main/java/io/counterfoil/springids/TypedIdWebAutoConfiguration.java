package io.counterfoil.springids;

import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.mvc.support.DefaultHandlerExceptionResolver;

/** Responses of Spring MVC to invalid ids, where the application does not handle them. */
@AutoConfiguration(before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({WebMvcConfigurer.class, WebMvcAutoConfiguration.class})
@ImportRuntimeHints(JsonPath.Hints.class)
class TypedIdWebAutoConfiguration {

    /** Before Spring's default, which is a plain 400. */
    @Bean
    WebMvcConfigurer invalidIdProblems() {
        return new WebMvcConfigurer() {
            @Override
            public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                int last = 0;
                while (last < resolvers.size() && !(resolvers.get(last) instanceof DefaultHandlerExceptionResolver)) {
                    last++;
                }
                resolvers.add(last, new InvalidIdResolver());
            }
        };
    }

    /** In the place of Boot's own, under the same conditions and in the same order. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("spring.mvc.problemdetails.enabled")
    static class ProblemDetails {

        @Bean
        @ConditionalOnMissingBean(ResponseEntityExceptionHandler.class)
        @Order(0)
        InvalidIdAdvice invalidIdAdvice() {
            return new InvalidIdAdvice();
        }
    }
}
