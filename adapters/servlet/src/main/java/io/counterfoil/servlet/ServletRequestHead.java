package io.counterfoil.servlet;

import io.counterfoil.http.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;

/**
 * The head of a servlet request, in neutral terms.
 *
 * @param request the native request
 */
public record ServletRequestHead(HttpServletRequest request) implements RequestHead {

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getRequestURI();
    }

    @Override
    public List<String> headers(String name) {
        return Collections.list(request.getHeaders(name));
    }
}
