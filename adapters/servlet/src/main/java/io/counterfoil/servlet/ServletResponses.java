package io.counterfoil.servlet;

import io.counterfoil.http.Response;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Writes neutral responses to native ones. */
final class ServletResponses {

    private ServletResponses() {}

    static void send(Response response, HttpServletResponse target) throws IOException {
        target.setStatus(response.status());
        response.headers().forEach(field -> target.addHeader(field.name(), field.value()));
        target.setContentLength(response.bodyLength());
        target.getOutputStream().write(response.body());
    }
}
