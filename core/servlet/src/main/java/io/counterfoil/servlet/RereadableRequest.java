package io.counterfoil.servlet;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read already, and is handed to the handler as if it had not been: as a stream, by a reader, or as the
 * parameters of a form.
 *
 * <p>A container takes the parameters of a form from the stream that has been read; so they are taken from the bytes here, of POST and
 * PATCH, behind those of the query, as the specification has it (Servlet 6.1, section 3.1).
 */
final class RereadableRequest extends HeldRequest {

    private static final Set<String> FORM_METHODS = Set.of("POST", "PATCH");

    private final byte[] body;
    private final BodyInput stream;
    private boolean streaming;
    private @Nullable BufferedReader reader;
    private @Nullable Map<String, List<String>> form;

    RereadableRequest(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
        this.stream = new BodyInput(body);
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getInputStream() after getReader()");
        }
        streaming = true;
        return stream;
    }

    @Override
    public BufferedReader getReader() throws UnsupportedEncodingException {
        if (streaming) {
            throw new IllegalStateException("getReader() after getInputStream()");
        }
        if (reader == null) {
            reader = new BufferedReader(new InputStreamReader(stream, charset(StandardCharsets.ISO_8859_1)));
        }
        return reader;
    }

    private Charset charset(Charset otherwise) throws UnsupportedEncodingException {
        String encoding = getCharacterEncoding();
        try {
            return encoding == null ? otherwise : Charset.forName(encoding);
        } catch (IllegalArgumentException unknown) {
            UnsupportedEncodingException refused = new UnsupportedEncodingException(encoding);
            refused.initCause(unknown);
            throw refused;
        }
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] inQuery = super.getParameterValues(name);
        List<String> inForm = form().get(name);
        if (inForm == null) {
            return inQuery;
        }
        List<String> values = new ArrayList<>(inQuery == null ? List.of() : List.of(inQuery));
        values.addAll(inForm);
        return values.toArray(new String[0]);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> all = new LinkedHashMap<>(super.getParameterMap());
        for (String name : form().keySet()) {
            String[] values = getParameterValues(name);
            if (values != null) {
                all.put(name, values);
            }
        }
        return Collections.unmodifiableMap(all);
    }

    private Map<String, List<String>> form() {
        if (form == null) {
            form = isForm() ? FormParameters.of(body, formCharset()) : Map.of();
        }
        return form;
    }

    private boolean isForm() {
        HttpServletRequest request = (HttpServletRequest) getRequest();
        return FORM_METHODS.contains(request.getMethod())
                && RequestContents.hasType(request, FormParameters.MEDIA_TYPE);
    }

    private Charset formCharset() {
        try {
            return charset(StandardCharsets.UTF_8);
        } catch (UnsupportedEncodingException unknown) {
            throw new IllegalStateException("the form has an unknown charset", unknown);
        }
    }
}
