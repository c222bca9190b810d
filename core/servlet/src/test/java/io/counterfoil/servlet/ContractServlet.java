package io.counterfoil.servlet;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.testkit.http.Application;
import io.counterfoil.testkit.http.Exchange;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A servlet that lets the neutral application answer. */
final class ContractServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Application application;

    ContractServlet(Application application) {
        this.application = application;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            application.handle(new ServletExchange(request, response, new ServletRequestHead(request)));
        } catch (IOException | ServletException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new ServletException(failure);
        }
    }

    private record ServletExchange(HttpServletRequest request, HttpServletResponse response, ServletRequestHead head)
            implements Exchange {

        @Override
        public InputStream body() throws IOException {
            return request.getInputStream();
        }

        @Override
        public Optional<KeyedExecution> execution() {
            return Optional.ofNullable((KeyedExecution) request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE));
        }

        @Override
        public void respond(int status, List<HeaderField> fields, byte[] body) throws IOException {
            write(new Response(status, fields, body));
        }

        private void write(Response answer) throws IOException {
            begin(answer.status(), answer.headers());
            response.setContentLength(answer.bodyLength());
            response.getOutputStream().write(answer.body());
        }

        @Override
        public OutputStream begin(int status, List<HeaderField> fields) throws IOException {
            response.setStatus(status);
            fields.forEach(field -> response.addHeader(field.name(), field.value()));
            return response.getOutputStream();
        }

        @Override
        public void sendError(int status, String message) throws IOException {
            response.sendError(status, message);
        }

        @Override
        public List<String> parameters(String name) {
            String[] values = request.getParameterValues(name);
            return values == null ? List.of() : List.of(values);
        }

        @Override
        public Optional<byte[]> part(String name) throws IOException, ServletException {
            Part part = request.getPart(name);
            if (part == null) {
                return Optional.empty();
            }
            try (InputStream content = part.getInputStream()) {
                return Optional.of(content.readAllBytes());
            }
        }
    }
}
