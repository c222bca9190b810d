package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.servlet.CorrelationFilter;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The web servers with an application that chooses otherwise. */
@Timeout(600)
@Tag("CO-2")
class WebServersTest {

    @RestController
    static class Ids {

        @GetMapping("/id")
        String id() {
            return Correlation.current().map(CorrelationId::value).orElse("none");
        }
    }

    /** An application that has correlation IDs of its own. */
    static class FilterSwitchedOff {

        @Bean
        static BeanPostProcessor switchingOff() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof FilterRegistrationBean<?> registration
                            && registration.getFilter() instanceof CorrelationFilter) {
                        registration.setEnabled(false);
                    }
                    return bean;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(WebServerOfTest.class)
    void serverWithoutTheFilter_opensNoScope(WebServerOfTest server) throws Exception {
        try (Shop shop =
                Shop.open(List.of(Ids.class, FilterSwitchedOff.class), "--test.web-server=" + server.property())) {
            HttpResponse<String> response = shop.send("GET", "/id", "", "Correlation-Id", "abcd");

            assertThat(response.body()).isEqualTo("none");
            assertThat(response.headers().firstValue("Correlation-Id")).isEmpty();
        }
    }

    @Test
    void applicationWithoutServers_starts() {
        StartUp.whole()
                .withClassLoader(new FilteredClassLoader("org.apache.catalina", "org.eclipse.jetty"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void applicationWithoutTheServersModules_starts() {
        StartUp.whole()
                .withClassLoader(new FilteredClassLoader(
                        ConfigurableTomcatWebServerFactory.class, ConfigurableJettyWebServerFactory.class))
                .run(context -> assertThat(context).hasNotFailed());
    }
}
