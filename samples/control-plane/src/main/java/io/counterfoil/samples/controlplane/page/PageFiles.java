package io.counterfoil.samples.controlplane.page;

import io.counterfoil.ledger.api.ProblemErrorValve;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The files of the page, and what is the ledger's of it: its look, its icon, and how its scripts make elements. Nothing else of the
 * ledger's is served.
 */
@Configuration(proxyBeanMethods = false)
class PageFiles implements WebMvcConfigurer {

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(
                        "/index.html",
                        "/openapi.json",
                        "/control-plane.css",
                        "/control-plane.js",
                        "/page/live.js",
                        "/page/actions.js")
                .addResourceLocations("classpath:/control-plane/")
                .setCacheControl(CacheControl.noCache());
        registry.addResourceHandler("/app.css", "/icon.svg", "/page/api.js", "/page/dom.js", "/page/format.js")
                .addResourceLocations("classpath:/static/")
                .setCacheControl(CacheControl.noCache());
    }

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addViewController("/").setViewName("forward:/index.html");
    }

    /** What the container refuses by itself is a problem too. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTheContainer() {
        return server -> server.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemErrorValve.class.getName());
            }
        });
    }
}
