package io.counterfoil.springids;

import io.counterfoil.ids.text.InvalidIdException;
import java.util.Optional;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Finds the id at fault in what Spring MVC throws when it cannot read a request. */
final class InvalidIds {

    private InvalidIds() {}

    /** The problem; empty where it was not an id. */
    static Optional<InvalidIdProblem> of(Exception refused) {
        if (refused instanceof MethodArgumentTypeMismatchException mismatch) {
            return problem(mismatch.getName(), mismatch);
        }
        if (refused instanceof BindException form) {
            return form.getFieldErrors().stream()
                    .map(InvalidIds::of)
                    .flatMap(Optional::stream)
                    .findFirst();
        }
        if (refused instanceof HttpMessageNotReadableException body) {
            return problem(JsonPath.of(body.getCause()).orElse("body"), body);
        }
        return Optional.empty();
    }

    private static Optional<InvalidIdProblem> of(FieldError error) {
        return error.contains(Throwable.class)
                ? problem(error.getField(), error.unwrap(Throwable.class))
                : Optional.empty();
    }

    private static Optional<InvalidIdProblem> problem(String field, Throwable refused) {
        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidIdException invalid) {
                return Optional.of(new InvalidIdProblem(field, field + ": " + invalid.getMessage()));
            }
        }
        return Optional.empty();
    }
}
