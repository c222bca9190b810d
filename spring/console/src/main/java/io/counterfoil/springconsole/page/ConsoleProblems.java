package io.counterfoil.springconsole.page;

import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.RecordProblems;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleProblem;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What the handlers of the console refuse, as problems (RFC 9457), whatever the application does with exceptions of its own handlers. */
@RestControllerAdvice(annotations = ConsoleController.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
final class ConsoleProblems {

    private static final Logger log = LoggerFactory.getLogger(ConsoleProblems.class);

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> refused(ConsoleProblem refusal) {
        return response(refusal.problem());
    }

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> bad(BadParameterException bad) {
        return response(RecordProblems.bad(bad));
    }

    @ExceptionHandler(HttpMessageNotReadableException.class)
    ResponseEntity<Map<String, Object>> unreadable() {
        return response(RecordProblems.bad(new BadParameterException("body", "must be a JSON object")));
    }

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> failed(StoreException failure) {
        log.error("Store of records failed", failure);
        return response(RecordProblems.storeFailed(failure));
    }

    private static ResponseEntity<Map<String, Object>> response(Problem problem) {
        return ResponseEntity.status(problem.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(RecordProblems.json(problem));
    }
}
