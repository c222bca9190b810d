package io.counterfoil.springboot.web;

import io.counterfoil.servlet.CorrelationFilter;
import org.apache.catalina.valves.ValveBase;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * The correlation ID of a request in what the embedded web server itself logs of it, which it does when the filters have returned: an
 * exception that no handler caught, and a failure of the error page.
 *
 * <p>Beans without an order come after those of the application, so that its own valves surround this one. The nested classes are no
 * {@code @Configuration}, so that no scan of components finds them apart from this one's condition.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class CounterfoilWebServerAutoConfiguration {

    @Bean
    RequestWork requestWork(ObjectProvider<FilterRegistrationBean<CorrelationFilter>> registrations) {
        return new RequestWork(registrations);
    }

    @ConditionalOnClass({ConfigurableTomcatWebServerFactory.class, ValveBase.class})
    static class Tomcat {

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> correlationValve(RequestWork work) {
            return factory -> factory.addEngineValves(new CorrelationValve(work));
        }
    }

    @ConditionalOnClass({ConfigurableJettyWebServerFactory.class, ContextHandler.class})
    static class Jetty {

        @Bean
        WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> correlationScopes(RequestWork work) {
            CorrelationScopes scopes = new CorrelationScopes(work);
            return factory -> factory.addServerCustomizers(server ->
                    server.getDescendants(ContextHandler.class).forEach(context -> context.addEventListener(scopes)));
        }
    }
}
