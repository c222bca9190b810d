package io.counterfoil.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * What the container's own {@code sendRedirect} would make of a location, which only goes out with the response that is kept back: Jetty
 * resolves one that is relative to the request, Tomcat sends it as it is given. Either makes an absolute URL of it where it is set so.
 *
 * @param absolute whether the container is set so
 */
record Redirects(boolean absolute) {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern QUERY_OR_FRAGMENT = Pattern.compile("[?#]");
    private static final String JETTY = "org.eclipse.jetty.";

    String location(String given, HttpServletRequest request, HttpServletResponse target) {
        if (SCHEME.matcher(given).lookingAt()) {
            return given;
        }
        if (given.startsWith("//")) {
            return absolute ? request.getScheme() + ":" + given : given;
        }
        if (absolute) {
            return origin(request) + resolved(given, request);
        }
        boolean jetty = TomcatShield.innermost(target).getClass().getName().startsWith(JETTY);
        return jetty ? resolved(given, request) : given;
    }

    private static String origin(HttpServletRequest request) {
        String scheme = request.getScheme();
        int port = request.getServerPort();
        boolean usual = (scheme.equals("http") && port == 80) || (scheme.equals("https") && port == 443);
        return scheme + "://" + request.getServerName() + (usual ? "" : ":" + port);
    }

    /** Like containers, and unlike RFC 3986, what is no path counts as one beside that of the request. */
    private static String resolved(String given, HttpServletRequest request) {
        String path = QUERY_OR_FRAGMENT.split(given, 2)[0];
        String rest = given.substring(path.length());
        if (!path.startsWith("/")) {
            String uri = request.getRequestURI();
            path = uri.substring(0, uri.lastIndexOf('/') + 1) + path;
        }
        return withoutDots(path) + rest;
    }

    /** RFC 3986, section 5.2.4. */
    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        String last = "";
        for (String segment : path.substring(1).split("/", -1)) {
            last = segment;
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.equals(".")) {
                kept.add(segment);
            }
        }
        boolean folder = last.equals(".") || last.equals("..");
        return "/" + String.join("/", kept) + (folder && !kept.isEmpty() ? "/" : "");
    }
}
