package io.counterfoil.samples.support.web;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;

/**
 * Rejects requests that foreign web pages make a browser send. A page whose host name resolves to this machine (DNS
 * rebinding) has the service's origin for the browser, and only {@code Host} reveals it: 421 for a name that is not
 * {@link AllowedHosts allowed}. Other pages are revealed by {@code Origin} and {@code Sec-Fetch-Site}: 403. Programs
 * send neither field and are accepted.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class HostAndOriginFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final transient AllowedHosts hosts;

    HostAndOriginFilter(AllowedHosts hosts) {
        this.hosts = hosts;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String host = request.getHeader(HttpHeaders.HOST);
        if (!hosts.contains(host)) {
            Refusal.send(unknownHost(), response);
        } else if (!fields(request, HttpHeaders.ORIGIN).stream().allMatch(origin -> isOf(origin, host))) {
            Refusal.send(foreignPage(HttpHeaders.ORIGIN), response);
        } else if (!SAFE_METHODS.contains(request.getMethod())
                && !OWN_SITES.containsAll(fields(request, "Sec-Fetch-Site"))) {
            Refusal.send(foreignPage("Sec-Fetch-Site"), response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** The scheme is not compared, because the service behind a gateway does not know that of the page. */
    private static boolean isOf(String origin, String host) {
        int authority = origin.indexOf("://");
        return authority >= 0 && origin.substring(authority + 3).equalsIgnoreCase(host);
    }

    private static List<String> fields(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name));
    }

    private static Problem unknownHost() {
        return new Problem(
                421,
                ProblemTypes.PREFIX + "unknown-host",
                "Unknown host",
                "this service accepts only localhost, 127.0.0.1, [::1] and the host names in its settings",
                Optional.of(HttpHeaders.HOST));
    }

    private static Problem foreignPage(String field) {
        return new Problem(
                403,
                ProblemTypes.PREFIX + "foreign-page",
                "Foreign page",
                "requests from web pages of another origin are not accepted",
                Optional.of(field));
    }
}
