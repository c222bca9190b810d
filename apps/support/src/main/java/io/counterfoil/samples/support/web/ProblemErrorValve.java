package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/**
 * Responds with a problem when the container rejects a request before any filter, such as one with an undecodable path
 * or an oversized header. Tomcat instantiates it by name.
 */
public final class ProblemErrorValve extends ErrorReportValve {

    public ProblemErrorValve() {}

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(Problem.MEDIA_TYPE);
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(StatusProblem.of(status).toJson());
                response.finishResponse();
            }
        } catch (IOException gone) {
            throw new UncheckedIOException("the client has disconnected", gone);
        }
    }
}
