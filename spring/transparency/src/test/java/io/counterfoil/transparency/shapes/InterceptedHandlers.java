package io.counterfoil.transparency.shapes;

import static io.counterfoil.testkit.transparency.DifferentUnderAKey.FAILURE_IS_NO_SUCCESS;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Errors.Refused;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Interceptors, argument resolvers and advice of bodies. */
@org.springframework.web.bind.annotation.RestController
class InterceptedHandlers extends Handlers {

    @Shape("/interceptor/refuses")
    String refuses() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/interceptor/admits", fields = "Authorization: Bearer good")
    String admits() {
        db.add("one");
        return "admitted";
    }

    @Shape("/interceptor/fails-before")
    String failsBefore() {
        db.add("not reached");
        return "not reached";
    }

    @Shape("/interceptor/refused-by-advice-before")
    String refusedBefore() {
        db.add("not reached");
        return "not reached";
    }

    @Shape(value = "/interceptor/fails-after", shows = FAILURE_IS_NO_SUCCESS)
    String failsAfter() {
        db.add("undone");
        return "returned";
    }

    @Shape("/interceptor/fails-at-the-end")
    String failsAtTheEnd() {
        db.add("one");
        return "returned";
    }

    @Shape("/interceptor/reads-before")
    String readsBefore() {
        db.add("handler");
        return "notes " + db.notes();
    }

    @Shape("/interceptor/sets-fields")
    void setsFields(HttpServletResponse response) {
        response.setStatus(202);
    }

    @Shape("/interceptor/wraps-the-body")
    Map<String, String> wrapsTheBody() {
        return Map.of("a", "b");
    }

    @ModelAttribute("loaded")
    String loaded(HttpServletRequest request) {
        if (request.getRequestURI().endsWith("/model-attribute-writes")) {
            db.add("model attribute");
        }
        return "loaded";
    }

    @Shape("/interceptor/model-attribute-writes")
    String modelAttributeWrites(@ModelAttribute("loaded") String loaded) {
        db.add("handler");
        return loaded;
    }

    /** What the application does around its handlers. */
    @Component
    static class Around implements HandlerInterceptor, WebMvcConfigurer {

        private final Db db;
        private final io.counterfoil.transparency.Seen seen;

        Around(Db db, io.counterfoil.transparency.Seen seen) {
            this.db = db;
            this.seen = seen;
        }

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(this);
        }

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/cors/mapped/**")
                    .allowedOrigins("https://a.example", "https://b.example")
                    .allowedMethods("POST");
        }

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                throws Exception {
            switch (request.getRequestURI()) {
                case "/interceptor/refuses", "/interceptor/admits" -> {
                    if (!"Bearer good".equals(request.getHeader("Authorization"))) {
                        response.sendError(401, "who are you");
                        return false;
                    }
                }
                case "/interceptor/fails-before" -> throw new IllegalStateException("preHandle");
                case "/interceptor/refused-by-advice-before" -> throw new Refused(403);
                case "/interceptor/reads-before" -> seen.line("interceptor sees notes: " + db.notes());
                case "/interceptor/sets-fields" -> response.setHeader("X-Before", "yes");
                default -> {}
            }
            return true;
        }

        @Override
        public void postHandle(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable ModelAndView view) {
            switch (request.getRequestURI()) {
                case "/interceptor/fails-after" -> throw new IllegalStateException("postHandle");
                case "/interceptor/sets-fields" -> response.setHeader("X-After", "yes");
                case "/view/model-changed-by-interceptor" ->
                    Objects.requireNonNull(view).addObject("name", "bob");
                default -> {}
            }
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
            if (request.getRequestURI().startsWith("/interceptor/")) {
                seen.line("afterCompletion " + response.getStatus() + (failure == null ? "" : ", failed"));
            }
            if (request.getRequestURI().equals("/interceptor/fails-at-the-end")) {
                throw new IllegalStateException("afterCompletion");
            }
        }
    }

    /** Wraps bodies. */
    @RestControllerAdvice
    static class Wrapping implements ResponseBodyAdvice<Object> {

        @Override
        public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
            return Objects.requireNonNull(returned.getMethod()).getName().equals("wrapsTheBody");
        }

        @Override
        public @Nullable Object beforeBodyWrite(
                @Nullable Object body,
                MethodParameter returned,
                MediaType type,
                Class<? extends HttpMessageConverter<?>> converter,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            response.getHeaders().add("X-Wrapped", "yes");
            return Map.of("data", Objects.requireNonNull(body));
        }
    }
}
