package io.counterfoil.application;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/** Configures the one web server that the property {@code test.web-server} names, or Tomcat: both are on the class path. */
final class WebServerFilter implements AutoConfigurationImportFilter, EnvironmentAware {

    private String other = "";

    @Override
    public void setEnvironment(Environment environment) {
        boolean jetty = environment.getProperty("test.web-server", "tomcat").equals("jetty");
        other = "org.springframework.boot." + (jetty ? "tomcat" : "jetty") + ".";
    }

    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        boolean[] matches = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            String name = classes[i];
            matches[i] = name != null && !name.startsWith(other);
        }
        return matches;
    }
}
