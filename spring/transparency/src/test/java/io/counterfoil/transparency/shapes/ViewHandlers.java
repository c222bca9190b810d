package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Shape;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Views, redirects and forwards. */
@org.springframework.stereotype.Controller
class ViewHandlers extends Handlers {

    @Shape("/view/by-name")
    String byName(Model model) {
        db.add("one");
        model.addAttribute("name", "ann");
        return "plain";
    }

    @Shape("/view/model-and-view-with-status")
    ModelAndView withStatus() {
        db.add("one");
        ModelAndView view = new ModelAndView("plain", Map.of("name", "ann"));
        view.setStatus(HttpStatus.ACCEPTED);
        return view;
    }

    @Shape("/view/fails")
    String fails() {
        db.add("undone");
        return "failing";
    }

    @Shape("/view/not-there")
    String notThere() {
        db.add("undone");
        return "no-such-view.html";
    }

    @Shape("/view/redirect")
    String redirect(RedirectAttributes attributes) {
        db.add("one");
        attributes.addAttribute("id", 5);
        return "redirect:/view/target";
    }

    @Shape("/view/redirect-with-flash")
    String redirectWithFlash(RedirectAttributes attributes) {
        db.add("one");
        attributes.addFlashAttribute("message", "saved");
        return "redirect:/view/target";
    }

    @Shape("/view/forward")
    String forward() {
        db.add("before");
        return "forward:/view/forwarded";
    }

    @Shape("/view/forward-by-hand")
    void forwardByHand(HttpServletRequest request, HttpServletResponse response) throws Exception {
        db.add("before");
        request.getRequestDispatcher("/view/forwarded").forward(request, response);
    }

    @Shape("/view/include-by-hand")
    void includeByHand(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("text/plain");
        response.getOutputStream().print("before,");
        request.getRequestDispatcher("/view/forwarded").include(request, response);
        response.getOutputStream().print(",after");
    }

    @ResponseBody
    @Shape("/view/forwarded")
    String forwarded() {
        db.add("forwarded");
        return "forwarded";
    }

    @Shape("/view/model-changed-by-interceptor")
    String changed(Model model) {
        model.addAttribute("name", "ann");
        return "plain";
    }

    /** Writes the model as text. */
    @Component("plain")
    static class Plain implements View {
        @Override
        public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.setContentType("text/plain");
            response.getWriter().write("hello " + Objects.requireNonNull(model).get("name"));
        }
    }

    /** Fails in the middle. */
    @Component("failing")
    static class Failing implements View {
        @Override
        public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().write("half");
            throw new IllegalStateException("view");
        }
    }
}
