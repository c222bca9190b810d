package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Seen;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The application's advice. */
@RestControllerAdvice
class Errors {

    private final Seen seen;

    Errors(Seen seen) {
        this.seen = seen;
    }

    /** An exception that the advice answers with its own status. */
    static class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int status;

        Refused(int status) {
            super("refused");
            this.status = status;
        }
    }

    /** An exception in whose place the advice throws another. */
    static class AdviceFails extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** An exception with a status of its own, and no handler. */
    @ResponseStatus(value = HttpStatus.GONE, reason = "it was there")
    static class Gone extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> refused(Refused refusal) {
        seen.failure("advice", refusal);
        return ResponseEntity.status(refusal.status)
                .header("X-Advice", "refused")
                .body(Map.of("error", "refused"));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> taken(DataIntegrityViolationException violation) {
        seen.failure("advice", violation);
        return ResponseEntity.status(409).body(Map.of("error", "taken"));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> changed(OptimisticLockingFailureException conflict) {
        seen.failure("advice", conflict);
        return ResponseEntity.status(412).body(Map.of("error", "changed"));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> undone(TransactionException failure) {
        seen.failure("advice", failure);
        return ResponseEntity.status(422)
                .body(Map.of("error", failure.getClass().getSimpleName()));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> database(DataAccessException failure) {
        seen.failure("advice", failure);
        return ResponseEntity.status(500)
                .body(Map.of("error", failure.getClass().getSimpleName()));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, String>> failing(AdviceFails failure) {
        throw new IllegalStateException("the advice failed", failure);
    }
}
