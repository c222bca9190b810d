package io.counterfoil.ledger.api;

import io.counterfoil.servlet.BoundedBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a handler method its {@link JsonBody}: read whole, and not beyond its limit. */
final class JsonBodyResolver implements HandlerMethodArgumentResolver {

    private final int maxBytes;

    JsonBodyResolver(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == JsonBody.class;
    }

    @Override
    public JsonBody resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest webRequest,
            @Nullable WebDataBinderFactory binders)
            throws IOException, HttpMediaTypeNotSupportedException {
        HttpServletRequest request = webRequest.getNativeRequest(HttpServletRequest.class);
        if (request == null) {
            throw new IllegalStateException("a JsonBody argument needs a servlet request");
        }
        requireJson(request.getContentType());
        byte[] body = BoundedBody.read(request, maxBytes).orElseThrow(() -> new BodyTooLargeException(maxBytes));
        return Json.object(body);
    }

    private static void requireJson(@Nullable String contentType) throws HttpMediaTypeNotSupportedException {
        List<MediaType> supported = List.of(MediaType.APPLICATION_JSON);
        if (contentType == null) {
            throw new HttpMediaTypeNotSupportedException("Content-Type is missing", supported);
        }
        MediaType given = MediaType.parseMediaType(contentType);
        if (!MediaType.APPLICATION_JSON.equalsTypeAndSubtype(given)) {
            throw new HttpMediaTypeNotSupportedException(given, supported);
        }
    }
}
