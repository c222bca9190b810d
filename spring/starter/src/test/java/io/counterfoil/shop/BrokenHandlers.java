package io.counterfoil.shop;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.springboot.NotIdempotent;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Exceptions that no advice handles, at each place where a request can end with one. */
@Configuration(proxyBeanMethods = false)
class BrokenHandlers {

    private static IllegalStateException broken(String path) {
        return new IllegalStateException("broken: " + path);
    }

    @RestController
    static class Handlers implements ErrorController {

        @PostMapping("/boom")
        String boom() {
            throw broken("/boom");
        }

        @NotIdempotent
        @PostMapping("/boom-callable")
        Callable<String> callable() {
            return () -> {
                throw broken("/boom-callable");
            };
        }

        @NotIdempotent
        @PostMapping("/boom-deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            result.setErrorResult(broken("/boom-deferred"));
            return result;
        }

        @PostMapping("/boom-error-page")
        void errorPage(HttpServletResponse response) throws IOException {
            response.sendError(500);
        }

        @RequestMapping("/error")
        ResponseEntity<String> error(HttpServletRequest request) {
            if ("/boom-error-page".equals(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))) {
                throw broken("/boom-error-page");
            }
            return ResponseEntity.internalServerError().body("error");
        }
    }

    /** Goes through the server a second time; answers with the request's ID and a child of it, of both times. */
    static final class Dispatched extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String ids = ids();
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                request.setAttribute("first", ids);
                request.startAsync().dispatch();
            } else {
                response.getWriter().print(request.getAttribute("first") + " " + ids);
            }
        }

        private static String ids() {
            String own = Correlation.current().map(CorrelationId::value).orElse("none");
            Correlation.Scope child = Correlation.child();
            try (child) {
                return own + " " + child;
            }
        }
    }

    @Bean
    ServletRegistrationBean<Dispatched> dispatched() {
        ServletRegistrationBean<Dispatched> registration =
                new ServletRegistrationBean<>(new Dispatched(), "/dispatched");
        registration.setAsyncSupported(true);
        return registration;
    }
}
