package io.counterfoil.springids;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Maps an invalid id to a problem, where the application does not handle it. */
final class InvalidIdResolver implements HandlerExceptionResolver {

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception refused) {
        Optional<InvalidIdProblem> problem = InvalidIds.of(refused);
        if (problem.isEmpty() || response.isCommitted() || wantsPage(request)) {
            return null;
        }
        try {
            write(problem.get(), response);
        } catch (IOException gone) {
            throw new UncheckedIOException("the client disconnected before the response to an invalid ID", gone);
        }
        return new ModelAndView();
    }

    private static void write(InvalidIdProblem problem, HttpServletResponse response) throws IOException {
        response.setStatus(InvalidIdProblem.STATUS.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(problem.toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** As Boot's own error controller sees it: who names HTML gets the error page. */
    private static boolean wantsPage(HttpServletRequest request) {
        try {
            List<MediaType> accepted = MediaType.parseMediaTypes(request.getHeader(HttpHeaders.ACCEPT));
            return accepted.stream().anyMatch(type -> type.equalsTypeAndSubtype(MediaType.TEXT_HTML));
        } catch (InvalidMimeTypeException unreadable) {
            return false;
        }
    }
}
