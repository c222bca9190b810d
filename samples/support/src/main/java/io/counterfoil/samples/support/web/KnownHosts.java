package io.counterfoil.samples.support.web;

import io.counterfoil.http.Problem;
import io.counterfoil.http.ProblemTypes;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;

/**
 * Refuses what a web page of another origin makes a browser send. A page whose name is rebound to 127.0.0.1 is told by the host that its requests
 * name (421), a page that writes across origins by {@code Origin} and {@code Sec-Fetch-Site} (403).
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class KnownHosts extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    private final TreeSet<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

    /** @param more names beside those of the loopback interface, without a port */
    KnownHosts(List<String> more) {
        more.forEach(name -> hosts.add(name.strip().toLowerCase(Locale.ROOT)));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String host = request.getHeader(HttpHeaders.HOST);
        if (host != null && !hosts.contains(request.getServerName().toLowerCase(Locale.ROOT))) {
            refuse(
                    response,
                    421,
                    "unknown-host",
                    "Unknown host",
                    HttpHeaders.HOST,
                    "this service answers to " + String.join(", ", hosts) + "; web.allowed-hosts adds names");
        } else if (!SAFE_METHODS.contains(request.getMethod()) && isForeign(request, host)) {
            refuse(
                    response,
                    403,
                    "foreign-origin",
                    "Foreign origin",
                    HttpHeaders.ORIGIN,
                    "a page of another origin cannot change anything here");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean isForeign(HttpServletRequest request, @Nullable String host) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return (site != null && !OWN_SITE.contains(site))
                || (origin != null && !authority(origin).equalsIgnoreCase(host));
    }

    /** Empty for {@code null}, which a sandboxed page sends. The scheme is left out: a proxy may have ended TLS. */
    private static String authority(String origin) {
        try {
            String authority = URI.create(origin).getAuthority();
            return authority == null ? "" : authority;
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }

    private static void refuse(
            HttpServletResponse response, int status, String type, String title, String field, String detail)
            throws IOException {
        Problem problem = new Problem(status, ProblemTypes.PREFIX + type, title, detail, Optional.of(field));
        response.setStatus(status);
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(problem.toJson().getBytes(StandardCharsets.UTF_8));
    }
}
