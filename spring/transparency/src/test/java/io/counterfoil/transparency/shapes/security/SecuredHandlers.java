package io.counterfoil.transparency.shapes.security;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.EFFECTS_COMMIT_TOGETHER;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Handlers;
import java.security.Principal;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.web.bind.annotation.RestController;

/** Handlers behind Spring Security. */
@RestController
class SecuredHandlers extends Handlers {

    private static final String ANN = "Authorization: Basic YW5uOnNlY3JldA==";
    private static final String BOB = "Authorization: Basic Ym9iOnNlY3JldA==";

    @Shape("/security/user/unauthenticated")
    String unauthenticated() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/security/user/wrong-password", fields = "Authorization: Basic YW5uOndyb25n")
    String wrongPassword() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/security/user/authenticated", fields = ANN)
    String authenticated(Principal principal) {
        db.add(principal.getName());
        return "hello " + principal.getName();
    }

    @Shape(value = "/security/user/details", fields = ANN)
    String details(@AuthenticationPrincipal UserDetails user) throws Exception {
        in.required(() -> db.add(user.getUsername()));
        return "hello " + user.getAuthorities();
    }

    @Shape(value = "/security/user/context", fields = BOB)
    String context() {
        return "hello " + SecurityContextHolder.getContext().getAuthentication();
    }

    @Shape(value = "/security/admin/forbidden", fields = ANN)
    String forbidden() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/security/admin/allowed", fields = BOB)
    String allowed() {
        db.add("admin");
        return "allowed";
    }

    @PreAuthorize("hasRole('ADMIN')")
    @Shape(value = "/security/user/forbidden-by-method", fields = ANN)
    public String forbiddenByMethod() {
        db.add("not reached");
        return "not reached";
    }

    @PreAuthorize("hasRole('ADMIN')")
    @Shape(value = "/security/user/allowed-by-method", fields = BOB)
    public String allowedByMethod() {
        db.add("one");
        return "allowed";
    }

    @Shape(value = "/security/user/denied-by-the-handler", fields = ANN, shows = EFFECTS_COMMIT_TOGETHER)
    String deniedByTheHandler() {
        db.add("undone");
        throw new AccessDeniedException("not yours");
    }

    @Shape("/security/public/anonymous")
    String anonymous() {
        db.add("one");
        return "anonymous";
    }

    @Shape("/security/public/csrf-is-missing")
    String csrfMissing() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(
            value = "/security/user/origin-allowed",
            fields = {ANN, "Origin: https://a.example"})
    String originAllowed() {
        db.add("one");
        return "allowed";
    }

    @Shape(
            value = "/security/user/origin-forbidden",
            fields = {ANN, "Origin: https://evil.example"})
    String originForbidden() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/security/user/fails", fields = ANN)
    String fails() {
        throw new IllegalStateException("broken");
    }
}
