package io.counterfoil.springboot.endpoint;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.WebApplicationContext;

/** How the embedded web server writes redirects. */
final class ContainerRedirects {

    private static final String TOMCAT = "org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory";

    private ContainerRedirects() {}

    /**
     * Whether it makes absolute URLs of their locations. Spring Boot sets Tomcat so, against Tomcat's own default, unless the application says
     * otherwise; it leaves Jetty as it is.
     */
    static boolean areAbsolute(WebApplicationContext context) {
        return ClassUtils.isPresent(TOMCAT, context.getClassLoader())
                && Tomcat.isIn(context)
                && !context.getEnvironment().getProperty("server.tomcat.use-relative-redirects", Boolean.class, false);
    }

    /** Loaded where its classes are there. */
    private static final class Tomcat {

        static boolean isIn(WebApplicationContext context) {
            return context.getBeanNamesForType(ConfigurableTomcatWebServerFactory.class, true, false).length > 0;
        }
    }
}
