package io.counterfoil.ledger.api;

import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.MetadataText;
import io.counterfoil.ledger.domain.RefusalText;
import io.counterfoil.samples.support.web.AllowedHosts;
import io.counterfoil.samples.support.web.EveryAnswer;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures the responses and texts of rejections in Tomcat and in the domain. */
@Configuration(proxyBeanMethods = false)
@Import(EveryAnswer.class)
class ApiConfiguration {

    @Bean
    AllowedHosts allowedHosts(@Value("${ledger.allowed-hosts:}") List<String> names) {
        return AllowedHosts.loopbackAnd("ledger.allowed-hosts", names);
    }

    /** The text that the REST API gives for a refusal. */
    @Bean
    RefusalText refusalText() {
        return refusal -> Problems.of(refusal).toJson();
    }

    @Bean
    WebMvcConfigurer requests(Ledgers ledgers, ClientResolver clients) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new EntityArguments(ledgers, clients));
            }

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters()).addPathPatterns("/v1/**");
            }
        };
    }

    @Bean
    MetadataText metadataText() {
        return Json::metadata;
    }
}
