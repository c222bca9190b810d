package io.counterfoil.springconsole.page;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.RecordProblems;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleRights;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Stands before everything below {@code /counterfoil/}: sets the header fields that restrict a browser to the page's own files, and refuses who may not
 * see or act, and actions that a page of another origin could send.
 */
final class ConsoleGate implements HandlerInterceptor {

    /** The header field of an action; any value. */
    static final String ACTION = "Counterfoil-Console";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    /** Whether a class has handlers of the console; asked for each request of the application. */
    private static final ClassValue<Boolean> OF_CONSOLE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return AnnotatedElementUtils.hasAnnotation(type, ConsoleController.class);
        }
    };

    private final ConsoleRights rights;

    ConsoleGate(ConsoleRights rights) {
        this.rights = rights;
    }

    /** One that stands before the handlers of {@link ConsoleController} alone. */
    static HandlerInterceptor ofConsoleControllers(ConsoleRights rights) {
        ConsoleGate gate = new ConsoleGate(rights);
        return new HandlerInterceptor() {

            @Override
            public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                    throws IOException {
                return !(handler instanceof HandlerMethod method)
                        || !OF_CONSOLE.get(method.getBeanType())
                        || gate.preHandle(request, response, handler);
            }
        };
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        Optional<Problem> refusal = refusal(request);
        if (refusal.isPresent()) {
            send(refusal.get(), response);
        }
        return refusal.isEmpty();
    }

    private Optional<Problem> refusal(HttpServletRequest request) {
        boolean action = !SAFE.contains(request.getMethod());
        if (!(action ? rights.mayAct(request) : rights.maySee(request))) {
            if (action) {
                OperatorLog.rejected(request.getMethod(), ConsoleRights.user(request), request.getRequestURI());
            }
            return Optional.of(noRight(request, action));
        }
        return action ? foreign(request) : Optional.empty();
    }

    private Problem noRight(HttpServletRequest request, boolean action) {
        String setting = action ? "counterfoil.management.role" : "counterfoil.console.view-role";
        if (request.getUserPrincipal() == null) {
            return Problem.of(
                    401,
                    ProblemTypes.PREFIX + "not-authenticated",
                    "Not authenticated",
                    "the console requires an authenticated user with the role of " + setting);
        }
        String may = action ? "act in" : "see";
        return RecordProblems.notAnOperator("only a user with the role of " + setting + " may " + may + " the console");
    }

    private static Optional<Problem> foreign(HttpServletRequest request) {
        if (request.getHeader(ACTION) == null) {
            return Optional.of(new Problem(
                    403,
                    ProblemTypes.PREFIX + "foreign-page",
                    "Foreign page",
                    "an action requires the header field " + ACTION,
                    Optional.of(ACTION)));
        }
        return isJson(request.getContentType())
                ? Optional.empty()
                : Optional.of(new Problem(
                        415,
                        ProblemTypes.PREFIX + "not-json",
                        "Not JSON",
                        "an action requires a body of application/json",
                        Optional.of(HttpHeaders.CONTENT_TYPE)));
    }

    private static boolean isJson(@Nullable String contentType) {
        try {
            return contentType != null
                    && MediaType.parseMediaType(contentType).equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (InvalidMediaTypeException unreadable) {
            return false;
        }
    }

    private static void send(Problem problem, HttpServletResponse response) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.getOutputStream().write(problem.toJson().getBytes(StandardCharsets.UTF_8));
    }
}
