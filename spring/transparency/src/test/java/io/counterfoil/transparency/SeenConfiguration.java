package io.counterfoil.transparency;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.counterfoil.transparency.shapes.InTransaction;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.RootClassFilter;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.web.servlet.ServletListenerRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Records what arrives at the seams of the application: services, Spring MVC, the log. */
@Configuration(proxyBeanMethods = false)
class SeenConfiguration {

    @Bean
    Seen seen(DataSource dataSource) {
        return new Seen(dataSource);
    }

    @Bean
    ServletListenerRegistrationBean<ServletRequestListener> ends(Seen seen) {
        return new ServletListenerRegistrationBean<>(new ServletRequestListener() {
            @Override
            public void requestDestroyed(ServletRequestEvent event) {
                seen.requestEnded();
            }
        });
    }

    /** What leaves a service, outside of its transaction. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static DefaultPointcutAdvisor serviceFailures(ObjectProvider<Seen> seen) {
        StaticMethodMatcherPointcut services = new StaticMethodMatcherPointcut() {
            @Override
            public boolean matches(Method method, Class<?> type) {
                return true;
            }
        };
        services.setClassFilter(new RootClassFilter(InTransaction.class));
        MethodInterceptor recorded = call -> {
            try {
                return call.proceed();
            } catch (Throwable failure) {
                seen.getObject().failure(call.getMethod().getName(), failure);
                throw failure;
            }
        };
        DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(services, recorded);
        advisor.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return advisor;
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    HandlerExceptionResolver mvcFailures(Seen seen) {
        return new Recording(seen);
    }

    /** Records what a handler, its arguments or its converter threw, and leaves it to the next resolver. */
    private record Recording(Seen seen) implements HandlerExceptionResolver, Ordered {

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public @Nullable ModelAndView resolveException(
                HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
            seen.failure("Spring MVC", failure);
            return null;
        }
    }

    /** The application's lines at WARN and ERROR. */
    static final class Lines extends AppenderBase<ILoggingEvent> {

        private final Seen seen;

        Lines(Seen seen) {
            this.seen = seen;
        }

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)
                    && !event.getLoggerName().startsWith("io.counterfoil")) {
                seen.line("log %s %s: %s%s"
                        .formatted(
                                event.getLevel(),
                                event.getLoggerName(),
                                event.getFormattedMessage(),
                                event.getThrowableProxy() instanceof ThrowableProxy thrown
                                        ? " " + Seen.description(thrown.getThrowable())
                                        : ""));
            }
        }
    }
}
