package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.transaction.JoiningDataSource;
import java.lang.reflect.Modifier;
import java.sql.SQLException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Has the connections of the application's data sources join units of work: each bean becomes a proxy of its own class, so that it is still injected
 * as what it is, and unwraps to {@link JoiningDataSource}.
 */
final class JoiningDataSources implements BeanPostProcessor, BeanFactoryPostProcessor {

    /** Those that were registered as objects, which no post-processor of beans gets. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (String name : beans.getBeanNamesForType(DataSource.class, true, false)) {
            if (!beans.containsBeanDefinition(name)
                    && beans instanceof DefaultSingletonBeanRegistry registry
                    && beans.getSingleton(name) instanceof DataSource dataSource
                    && !joins(dataSource)) {
                registry.destroySingleton(name);
                registry.registerSingleton(name, proxy(dataSource));
            }
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource dataSource && !joins(dataSource) ? proxy(dataSource) : bean;
    }

    private static boolean joins(DataSource dataSource) {
        if (dataSource instanceof AbstractRoutingDataSource) {
            // What it would unwrap to is one of its targets, which joins for itself.
            return dataSource instanceof Advised;
        }
        try {
            return dataSource.isWrapperFor(JoiningDataSource.class);
        } catch (SQLException | RuntimeException unanswered) {
            // Some can be asked only when a connection can be had.
            return false;
        }
    }

    private static Object proxy(DataSource dataSource) {
        ProxyFactory factory = new ProxyFactory(dataSource);
        factory.setProxyTargetClass(canHaveSubclasses(dataSource.getClass()));
        factory.addAdvice(new Joining(JoiningDataSource.of(dataSource)));
        return factory.getProxy(dataSource.getClass().getClassLoader());
    }

    private static boolean canHaveSubclasses(Class<?> type) {
        return !Modifier.isFinal(type.getModifiers())
                && Stream.of(type.getDeclaredConstructors())
                        .anyMatch(constructor -> !Modifier.isPrivate(constructor.getModifiers()));
    }

    private record Joining(JoiningDataSource joining) implements MethodInterceptor {

        @Override
        public @Nullable Object invoke(MethodInvocation call) throws Throwable {
            @Nullable Object[] arguments = call.getArguments();
            boolean ofJoining = arguments.length == 1 && arguments[0] == JoiningDataSource.class;
            return switch (call.getMethod().getName()) {
                case "getConnection" ->
                    arguments.length == 2
                            ? joining.getConnection(String.valueOf(arguments[0]), String.valueOf(arguments[1]))
                            : joining.getConnection();
                case "isWrapperFor" -> ofJoining || Boolean.TRUE.equals(call.proceed());
                case "unwrap" -> ofJoining ? joining : call.proceed();
                default -> call.proceed();
            };
        }
    }
}
