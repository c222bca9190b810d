package io.counterfoil.springboot.guard;

import io.counterfoil.servlet.HeldResponse;
import io.counterfoil.servlet.RequestGuard;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * The current request and response while a handler runs whose response is held back. Beans in the scope of the request live as long as those of
 * the outer attributes.
 */
final class HeldAttributes extends ServletRequestAttributes {

    private final RequestAttributes outer;

    private HeldAttributes(HttpServletRequest request, HeldResponse response, RequestAttributes outer) {
        super(request, response);
        this.outer = outer;
    }

    /** Handles a request with these attributes. */
    static void with(HttpServletRequest request, HeldResponse response, RequestGuard.Handler handler) throws Exception {
        RequestAttributes outer = RequestContextHolder.getRequestAttributes();
        if (outer == null) {
            handler.handle(request, response);
            return;
        }
        HeldAttributes held = new HeldAttributes(request, response, outer);
        RequestContextHolder.setRequestAttributes(held);
        try {
            handler.handle(request, response);
        } finally {
            RequestContextHolder.setRequestAttributes(outer);
            held.requestCompleted();
        }
    }

    @Override
    public void registerDestructionCallback(String name, Runnable callback, int scope) {
        outer.registerDestructionCallback(name, callback, scope);
    }
}
