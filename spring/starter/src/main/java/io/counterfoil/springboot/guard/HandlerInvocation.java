package io.counterfoil.springboot.guard;

import io.counterfoil.servlet.HeldResponse;
import io.counterfoil.servlet.RequestGuard;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.ModelAndViewDefiningException;
import org.springframework.web.servlet.SmartView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.support.RequestContextUtils;
import org.springframework.web.util.WebUtils;

/**
 * What {@link DispatcherServlet} does from the handler's invocation to the finished response ({@code doDispatch} and {@code
 * processDispatchResult} of Spring 7.0), on a response that is held back. Two things differ, because nothing of that response was sent: it can be
 * begun anew after any failure, and no client of it can have gone.
 */
record HandlerInvocation(Dispatcher dispatcher, GuardedHandler.Found found) implements RequestGuard.Handler {

    @Override
    public void handle(HttpServletRequest request, HeldResponse response) throws Exception {
        HeldAttributes.with(request, response, this::dispatch);
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    private void dispatch(HttpServletRequest request, HeldResponse response) throws Exception {
        ModelAndView view;
        boolean error = false;
        try {
            view = invoke(request, response);
        } catch (ModelAndViewDefiningException defining) {
            view = defining.getModelAndView();
        } catch (Exception failure) {
            view = resolve(failure, request, response);
            error = view != null;
        } catch (Throwable failure) {
            view = resolve(new ServletException("Handler dispatch failed: " + failure, failure), request, response);
            error = view != null;
        }
        if (view != null && !view.wasCleared()) {
            render(view, request, response);
            if (error) {
                WebUtils.clearErrorRequestAttributes(request);
            }
        }
    }

    private @Nullable ModelAndView invoke(HttpServletRequest request, HeldResponse response) throws Exception {
        ModelAndView view = dispatcher.adapter(found.handler()).handle(request, response, found.handler());
        nameView(view, request);
        List<HandlerInterceptor> interceptors = found.interceptors();
        for (int i = interceptors.size() - 1; i >= 0; i--) {
            interceptors.get(i).postHandle(request, response, found.handler(), view);
        }
        return view;
    }

    private void nameView(@Nullable ModelAndView view, HttpServletRequest request) throws Exception {
        if (view != null && !view.hasView()) {
            Optional.ofNullable(dispatcher.viewNames().getViewName(request)).ifPresent(view::setViewName);
        }
    }

    /** @throws Exception the failure, where nothing resolves it */
    private @Nullable ModelAndView resolve(Exception failure, HttpServletRequest request, HeldResponse response)
            throws Exception {
        request.removeAttribute(HandlerMapping.PRODUCIBLE_MEDIA_TYPES_ATTRIBUTE);
        response.restart();
        if (!response.isCommitted()) {
            response.setHeader(HttpHeaders.CONTENT_TYPE, null);
            response.setHeader(HttpHeaders.CONTENT_DISPOSITION, null);
            response.resetBuffer();
        }
        for (HandlerExceptionResolver resolver : dispatcher.exceptionResolvers()) {
            ModelAndView view = resolver.resolveException(request, response, found.handler(), failure);
            if (view != null && !isOfClientThatHasGone(view, response)) {
                return resolved(view, failure, request);
            }
        }
        throw failure;
    }

    /**
     * A resolver that responds with nothing at all has taken the exception, or one that an {@code @ExceptionHandler} threw, for that of a
     * client that has gone: Spring tells them by their class and text. It is of another connection, below the handler.
     */
    private static boolean isOfClientThatHasGone(ModelAndView view, HeldResponse response) {
        return view.isEmpty() && response.isUntouched();
    }

    private @Nullable ModelAndView resolved(ModelAndView view, Exception failure, HttpServletRequest request)
            throws Exception {
        if (view.isEmpty()) {
            request.setAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE, failure);
            return null;
        }
        nameView(view, request);
        WebUtils.exposeErrorRequestAttributes(request, failure, servletName(request));
        return view;
    }

    private static @Nullable String servletName(HttpServletRequest request) {
        return request.getHttpServletMapping().getServletName();
    }

    private void render(ModelAndView model, HttpServletRequest request, HeldResponse response) throws Exception {
        Locale locale = RequestContextUtils.getLocale(request);
        response.setLocale(locale);
        View view = view(model, locale, request);
        if (view instanceof SmartView smart) {
            smart.resolveNestedViews(dispatcher::view, locale);
        }
        HttpStatusCode status = model.getStatus();
        if (status != null) {
            request.setAttribute(View.RESPONSE_STATUS_ATTRIBUTE, status);
            response.setStatus(status.value());
        }
        view.render(model.getModel(), request, response);
    }

    private View view(ModelAndView model, Locale locale, HttpServletRequest request) throws Exception {
        String name = model.getViewName();
        View view = name == null ? model.getView() : dispatcher.view(name, locale);
        if (view == null) {
            throw new ServletException(
                    name == null
                            ? "ModelAndView [" + model + "] neither contains a view name nor a View object in servlet"
                                    + " with name '" + servletName(request) + "'"
                            : "Could not resolve view with name '" + name + "' in servlet with name '"
                                    + servletName(request) + "'");
        }
        return view;
    }
}
