package io.counterfoil.samples.controlplane.page;

import io.counterfoil.http.Problem;
import io.counterfoil.samples.controlplane.api.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Keeps the pages of others from asking for anything here, in the browser of somebody who has this running: a name that is not this
 * machine's, however it resolves, is refused, and so is what another page has a browser post. Programs say nothing of pages, and pass.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
final class OwnPageOnly extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost");

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Optional<String> foreign = foreign(request);
        if (foreign.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        Problem problem = Problems.foreign(foreign.get());
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(problem.toJson().getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> foreign(HttpServletRequest request) {
        if (!HERE.contains(request.getServerName())) {
            return Optional.of("this service is known as 127.0.0.1 and localhost alone");
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !origin.equals("http://" + request.getServerName() + ":" + request.getServerPort())) {
            return Optional.of("only the page of this service may ask for this");
        }
        return Optional.empty();
    }
}
