package io.counterfoil.shop;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Locale;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** The web servers of the starter, each with a part that the application itself puts around its requests. */
enum WebServerOfTest {
    TOMCAT(Tomcat.class),
    JETTY(Jetty.class);

    private final Class<?> surrounded;

    WebServerOfTest(Class<?> surrounded) {
        this.surrounded = surrounded;
    }

    /** The configuration of the application's own part. */
    Class<?> surrounded() {
        return surrounded;
    }

    String property() {
        return name().toLowerCase(Locale.ROOT);
    }

    static class Tomcat {

        @Bean
        SurroundingIds surroundingIds() {
            return new SurroundingIds();
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> surrounding(SurroundingIds ids) {
            return factory -> factory.addEngineValves(new SurroundingValve(ids));
        }

        private static final class SurroundingValve extends ValveBase {

            private final SurroundingIds ids;

            SurroundingValve(SurroundingIds ids) {
                super(true);
                this.ids = ids;
            }

            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                ids.see();
                try {
                    getNext().invoke(request, response);
                } finally {
                    ids.see();
                }
            }
        }
    }

    static class Jetty {

        @Bean
        SurroundingIds surroundingIds() {
            return new SurroundingIds();
        }

        @Bean
        WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory> surrounding(SurroundingIds ids) {
            return factory -> factory.addServerCustomizers(
                    server -> server.setHandler(new SurroundingHandler(server.getHandler(), ids)));
        }

        private static final class SurroundingHandler extends Handler.Wrapper {

            private final SurroundingIds ids;

            SurroundingHandler(Handler handler, SurroundingIds ids) {
                super(handler);
                this.ids = ids;
            }

            @Override
            public boolean handle(
                    org.eclipse.jetty.server.Request request,
                    org.eclipse.jetty.server.Response response,
                    Callback callback)
                    throws Exception {
                ids.see();
                try {
                    return super.handle(request, response, callback);
                } finally {
                    ids.see();
                }
            }
        }
    }
}
