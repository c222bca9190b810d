package io.counterfoil.frameworks;

import jakarta.servlet.http.HttpSession;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that use the session. */
@RestController
class SessionHandlers {

    private final Notes notes;

    SessionHandlers(Notes notes) {
        this.notes = notes;
    }

    @PostMapping("/session/{what}")
    String session(@PathVariable String what, HttpSession session) {
        notes.write(what);
        session.setAttribute(what, "set");
        return what;
    }

    @PostMapping("/session-then-failure/{what}")
    String thenFailure(@PathVariable String what, HttpSession session) {
        session(what, session);
        throw new IllegalStateException("after the session");
    }
}
