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
 * Answers with a problem what the container refuses by itself, before any filter: a path that cannot be decoded, a header
 * that is too long. Tomcat makes it by its name.
 */
public final class ProblemErrorValve extends ErrorReportValve {

    /** For Tomcat to make. */
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
            throw new UncheckedIOException("the client did not wait for its refusal", gone);
        }
    }
}
