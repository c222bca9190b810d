package io.counterfoil.samples.support.web;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** The HTML page for unknown addresses. Thread-safe. */
public final class NotFoundPage {

    private static final ClassPathResource PAGE = new ClassPathResource("not-found.html", NotFoundPage.class);

    private NotFoundPage() {}

    /**
     * The response 404 with the page, if the failure is an unknown address and the client prefers HTML to JSON, as
     * browsers do; otherwise empty, and the response is a problem.
     */
    public static Optional<ResponseEntity<Object>> of(Exception failure, WebRequest request) {
        if (!(failure instanceof NoResourceFoundException) || !prefersHtml(request.getHeader(HttpHeaders.ACCEPT))) {
            return Optional.empty();
        }
        return Optional.of(ResponseEntity.status(HttpStatus.NOT_FOUND)
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noStore())
                .body(PAGE));
    }

    private static boolean prefersHtml(@Nullable String accept) {
        try {
            List<MediaType> accepted = MediaType.parseMediaTypes(accept);
            double json = Stream.of(MediaType.APPLICATION_JSON, MediaType.APPLICATION_PROBLEM_JSON)
                    .mapToDouble(type -> quality(type, accepted))
                    .max()
                    .orElseThrow();
            return quality(MediaType.TEXT_HTML, accepted) > json;
        } catch (InvalidMediaTypeException unreadable) {
            return false;
        }
    }

    private static double quality(MediaType type, List<MediaType> accepted) {
        return accepted.stream()
                .filter(range -> range.includes(type))
                .mapToDouble(MediaType::getQualityValue)
                .max()
                .orElse(0);
    }
}
