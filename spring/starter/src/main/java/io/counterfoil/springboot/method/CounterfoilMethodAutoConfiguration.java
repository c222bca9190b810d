package io.counterfoil.springboot.method;

import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.type.AnnotationMetadata;

/** {@link io.counterfoil.springboot.OncePerKey} on methods of beans. */
@AutoConfiguration
@Import(CounterfoilMethodAutoConfiguration.Proxies.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
class CounterfoilMethodAutoConfiguration {

    /** Outside of Spring's transactions, which come last of all: they join the engine's. */
    static final int ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static OncePerKeyPointcut oncePerKeyPointcut() {
        return new OncePerKeyPointcut();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static OncePerKeyInterceptor oncePerKeyInterceptor(OncePerKeyPointcut pointcut, BeanFactory beans) {
        return new OncePerKeyInterceptor(pointcut, beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor oncePerKeyAdvisor(OncePerKeyPointcut pointcut, OncePerKeyInterceptor interceptor) {
        DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(pointcut, interceptor);
        advisor.setOrder(ORDER);
        return advisor;
    }

    /** Makes proxies in an application without transactions, too. */
    static final class Proxies implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}
