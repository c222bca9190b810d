package io.counterfoil.servlet;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.Response;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Shows an error that a handler has sent, as part of the handler's work, so that it is remembered byte for byte: by the application's own
 * page, or as a problem where there is none.
 *
 * @param path the page's, inside the context; empty for none
 */
record ErrorPage(Optional<String> path) {

    /**
     * The response that shows the error.
     *
     * @throws IOException what the page threw
     * @throws ServletException what the page threw, or that there is no such page
     */
    Response show(CapturedResponse.SentError error, HttpServletRequest request, CapturedResponse response)
            throws IOException, ServletException {
        response.showError();
        if (path.isPresent()) {
            forward(error, path.get(), request, response);
        }
        if (path.isEmpty() || response.error().isPresent()) {
            response.showError();
            problem(error, response);
        }
        return response.captured();
    }

    /** The page sees what it would see of a container's own error dispatch (Servlet 6.1, section 10.9). */
    private static void forward(
            CapturedResponse.SentError error, String page, HttpServletRequest request, CapturedResponse response)
            throws IOException, ServletException {
        RequestDispatcher dispatcher = request.getRequestDispatcher(page);
        if (dispatcher == null) {
            throw new ServletException("there is no error page at " + page);
        }
        Map<String, Object> attributes = new HashMap<>();
        attributes.put(RequestDispatcher.ERROR_STATUS_CODE, error.status());
        attributes.put(RequestDispatcher.ERROR_MESSAGE, error.message());
        attributes.put(RequestDispatcher.ERROR_REQUEST_URI, request.getRequestURI());
        attributes.put(RequestDispatcher.ERROR_METHOD, request.getMethod());
        Optional.ofNullable(request.getQueryString())
                .ifPresent(query -> attributes.put(RequestDispatcher.ERROR_QUERY_STRING, query));
        Optional.ofNullable(request.getHttpServletMapping().getServletName())
                .ifPresent(servlet -> attributes.put(RequestDispatcher.ERROR_SERVLET_NAME, servlet));
        attributes.forEach(request::setAttribute);
        try {
            dispatcher.forward(new ErrorRequest(request), response);
        } finally {
            attributes.keySet().forEach(request::removeAttribute);
        }
    }

    private static void problem(CapturedResponse.SentError error, CapturedResponse response) throws IOException {
        Response problem = Problem.of(error.status(), "about:blank", "Status " + error.status(), error.message())
                .toResponse();
        response.setStatus(error.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(problem.body());
    }

    /** What an error dispatch makes of any request. */
    private static final class ErrorRequest extends HttpServletRequestWrapper {

        ErrorRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return "GET";
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.ERROR;
        }
    }
}
