package io.counterfoil.transparency.shapes.filter;

import io.counterfoil.transparency.Seen;
import io.counterfoil.transparency.shapes.Db;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** A filter of the application, at one place of the chain. What it does, the path says. */
final class ApplicationFilter extends OncePerRequestFilter {

    private final String prefix;
    private final Db db;
    private final Seen seen;

    ApplicationFilter(String place, Db db, Seen seen) {
        this.prefix = "/filter/" + place + "/";
        this.db = db;
        this.seen = seen;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = request.getRequestURI();
        String task = path.startsWith(prefix) ? path.substring(prefix.length()) : "";
        switch (task) {
            case "sets-fields" -> {
                response.setHeader("X-Filter", "before");
                chain.doFilter(request, response);
            }
            case "refuses" -> response.sendError(401, "who are you");
            case "fails-before" -> throw new IllegalStateException("filter");
            case "fails-after" -> {
                chain.doFilter(request, response);
                throw new IllegalStateException("filter");
            }
            case "upper-case" -> upperCase(request, response, chain);
            case "gzip" -> gzip(request, response, chain);
            case "rewrites/handler" -> chain.doFilter(rewritten(request), response);
            case "reads-the-body" -> {
                request.getParameter("none");
                chain.doFilter(request, response);
            }
            case "sets-status-after" -> {
                chain.doFilter(request, response);
                if (!response.isCommitted()) {
                    response.setStatus(203);
                    response.setHeader("X-Filter", "after");
                }
            }
            case "reads-rows" -> {
                seen.line("filter sees notes before: " + db.notes());
                chain.doFilter(request, response);
                seen.line("filter sees notes after: " + db.notes());
            }
            case "request-attribute" -> {
                request.setAttribute("of-the-filter", "set");
                chain.doFilter(request, response);
            }
            case "catches" -> catching(request, response, chain);
            case "writes-after" -> {
                chain.doFilter(request, response);
                response.getWriter().write(",filter");
            }
            default -> chain.doFilter(request, response);
        }
    }

    private static void catching(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException failure) {
            response.setStatus(418);
            response.getWriter().write("caught " + String.valueOf(failure.getRootCause()));
        }
    }

    private static void upperCase(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ContentCachingResponseWrapper cached = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, cached);
        String body = new String(cached.getContentAsByteArray(), StandardCharsets.UTF_8);
        cached.resetBuffer();
        cached.getOutputStream().write(body.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        cached.copyBodyToResponse();
    }

    private static void gzip(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Content-Encoding", "gzip");
        try (GZIPOutputStream compressed = new GZIPOutputStream(response.getOutputStream())) {
            chain.doFilter(request, new Compressing(response, compressed));
        }
    }

    private HttpServletRequest rewritten(HttpServletRequest request) {
        String path = prefix.contains("first") ? "/filter/rewritten-first/handler" : "/filter/rewritten/handler";
        return new HttpServletRequestWrapper(request) {
            @Override
            public String getRequestURI() {
                return path;
            }

            @Override
            public String getServletPath() {
                return path;
            }
        };
    }

    /** A response whose stream is compressed. */
    private static final class Compressing extends HttpServletResponseWrapper {

        private final GZIPOutputStream compressed;

        Compressing(HttpServletResponse response, GZIPOutputStream compressed) {
            super(response);
            this.compressed = compressed;
        }

        @Override
        public void setHeader(String name, String value) {
            if (!name.equalsIgnoreCase("Content-Length")) {
                super.setHeader(name, value);
            }
        }

        @Override
        public void addHeader(String name, String value) {
            if (!name.equalsIgnoreCase("Content-Length")) {
                super.addHeader(name, value);
            }
        }

        @Override
        public void setContentLength(int length) {}

        @Override
        public void setContentLengthLong(long length) {}

        @Override
        public ServletOutputStream getOutputStream() {
            return new ServletOutputStream() {
                @Override
                public void write(int oneByte) throws IOException {
                    compressed.write(oneByte);
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
