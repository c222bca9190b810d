package io.counterfoil.servlet;

import io.counterfoil.http.message.RequestHead;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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
    public Optional<String> query() {
        return Optional.ofNullable(request.getQueryString());
    }

    @Override
    public Optional<String> principal() {
        return Optional.ofNullable(request.getUserPrincipal()).map(Principal::getName);
    }

    @Override
    public List<String> headers(String name) {
        return Collections.list(request.getHeaders(name));
    }
}
