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
 * @param path the path that identifies the resource: as sent, unless a framework has found a handler for it by rules of its own
 */
public record ServletRequestHead(HttpServletRequest request, String path) implements RequestHead {

    /**
     * The head of a request whose path is taken as sent.
     *
     * @param request the native request
     */
    public ServletRequestHead(HttpServletRequest request) {
        this(request, request.getRequestURI());
    }

    @Override
    public String method() {
        return request.getMethod();
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
