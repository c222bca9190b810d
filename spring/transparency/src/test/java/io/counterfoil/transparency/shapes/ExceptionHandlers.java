package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.AdviceFails;
import io.counterfoil.transparency.shapes.Errors.Gone;
import io.counterfoil.transparency.shapes.Errors.Refused;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exceptions at each place, with advice and without. */
@RestController
class ExceptionHandlers extends Handlers {

    @Shape(value = "/exception/runtime-in-controller", shows = EFFECTS_COMMIT_TOGETHER)
    String runtimeInController() {
        db.add("one");
        throw new IllegalStateException("broken");
    }

    @Shape(value = "/exception/checked-in-controller", shows = EFFECTS_COMMIT_TOGETHER)
    String checkedInController() throws IOException {
        db.add("one");
        throw new IOException("disk full");
    }

    @Shape("/exception/runtime-before-any-statement")
    String runtimeBeforeAnyStatement() {
        throw new IllegalStateException("broken");
    }

    @Shape(value = "/exception/error-in-controller", shows = EFFECTS_COMMIT_TOGETHER)
    String errorInController() {
        db.add("one");
        throw new AssertionError("broken");
    }

    @Shape("/exception/advice-answers-422")
    String adviceAnswers422() {
        db.add("one");
        throw new Refused(422);
    }

    @Shape(value = "/exception/advice-answers-503", shows = EFFECTS_COMMIT_TOGETHER)
    String adviceAnswers503() {
        db.add("one");
        throw new Refused(503);
    }

    @Shape("/exception/advice-answers-200")
    String adviceAnswers200() {
        db.add("one");
        throw new Refused(200);
    }

    @Shape(value = "/exception/advice-fails", shows = EFFECTS_COMMIT_TOGETHER)
    String adviceFails() {
        db.add("one");
        throw new AdviceFails();
    }

    @Shape("/exception/status-of-the-exception")
    String statusOfTheException() {
        db.add("one");
        throw new Gone();
    }

    @Shape("/exception/response-status-404")
    String responseStatus404() {
        db.add("one");
        throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such thing");
    }

    @Shape(value = "/exception/response-status-502", shows = EFFECTS_COMMIT_TOGETHER)
    String responseStatus502() {
        db.add("one");
        throw new ResponseStatusException(HttpStatus.BAD_GATEWAY, "upstream");
    }

    @Shape("/exception/error-response-with-problem")
    String errorResponseWithProblem() {
        db.add("one");
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "insufficient balance");
        problem.setProperty("balance", 5);
        throw new ErrorResponseException(HttpStatus.CONFLICT, problem, null);
    }

    @Shape("/exception/service-rolls-back-advice-answers-409")
    String serviceRollsBack() throws Exception {
        in.required(() -> {
            db.add("undone");
            throw new Refused(409);
        });
        return "not reached";
    }

    @Shape("/exception/second-service-rolls-back-advice-answers-409")
    String secondServiceRollsBack() throws Exception {
        in.required(() -> db.add("kept"));
        in.required(() -> {
            db.add("undone");
            throw new Refused(409);
        });
        return "not reached";
    }

    @Shape(value = "/exception/second-service-fails", shows = EFFECTS_COMMIT_TOGETHER)
    String secondServiceFails() throws Exception {
        in.required(() -> db.add("kept"));
        in.required(() -> {
            db.add("undone");
            throw new IllegalStateException("broken");
        });
        return "not reached";
    }

    @Shape("/exception/service-fails")
    String serviceFails() throws Exception {
        in.required(() -> {
            db.add("undone");
            throw new IllegalStateException("broken");
        });
        return "not reached";
    }

    @Shape("/exception/controller-catches-and-answers-200")
    String controllerCatches() throws Exception {
        try {
            in.required(() -> {
                db.add("undone");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        db.add("instead");
        return "notes " + db.notes();
    }

    @Shape("/exception/controller-catches-between-two-services")
    String controllerCatchesBetween() throws Exception {
        in.required(() -> db.add("first"));
        try {
            in.required(() -> {
                db.add("undone");
                throw new IllegalStateException("broken");
            });
        } catch (IllegalStateException failure) {
            seen.failure("controller", failure);
        }
        in.required(() -> db.add("third"));
        return "notes " + db.notes();
    }

    @Shape("/exception/service-without-transaction-fails-advice-answers-409")
    String serviceWithoutTransaction() throws Exception {
        in.none(() -> {
            db.add("kept");
            throw new Refused(409);
        });
        return "not reached";
    }
}
