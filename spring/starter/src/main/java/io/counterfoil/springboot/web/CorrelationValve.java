package io.counterfoil.springboot.web;

import io.counterfoil.correlation.Correlation;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Opens the scope of a request around everything that Tomcat does with it: its filters, the log line of an exception, and the error page.
 * An asynchronous request passes through it again for each dispatch.
 */
final class CorrelationValve extends ValveBase {

    private final RequestWork work;

    CorrelationValve(RequestWork work) {
        super(true);
        this.work = work;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Correlation.Scope scope = work.of(request::getHeader, request::getAttribute, request::setAttribute)
                .open();
        try (scope) {
            getNext().invoke(request, response);
        }
    }
}
