package io.counterfoil.transparency.shapes.filter;

import io.counterfoil.transparency.Shape;
import io.counterfoil.transparency.shapes.Handlers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.RestController;

/** Handlers behind the application's own filters. */
@RestController
class FilterHandlers extends Handlers {

    @Shape("/filter/first/sets-fields")
    String firstSetsFields() {
        db.add("one");
        return "first";
    }

    @Shape("/filter/last/sets-fields")
    String lastSetsFields() {
        db.add("one");
        return "last";
    }

    @Shape("/filter/unordered/refuses")
    String unorderedRefuses() {
        db.add("not reached");
        return "not reached";
    }

    @Shape("/filter/first/refuses")
    String firstRefuses() {
        db.add("not reached");
        return "not reached";
    }

    @Shape("/filter/unordered/fails-before")
    String failsBefore() {
        db.add("not reached");
        return "not reached";
    }

    @Shape("/filter/first/fails-before")
    String firstFailsBefore() {
        db.add("not reached");
        return "not reached";
    }

    @Shape("/filter/unordered/fails-after")
    String failsAfter() {
        db.add("one");
        return "returned";
    }

    @Shape("/filter/unordered/upper-case")
    String upperCase() {
        db.add("one");
        return "upper";
    }

    @Shape("/filter/first/upper-case")
    String firstUpperCase() {
        db.add("one");
        return "upper";
    }

    @Shape("/filter/unordered/gzip")
    String gzip() {
        db.add("one");
        return "text ".repeat(1000);
    }

    @Shape("/filter/first/gzip")
    String firstGzip() {
        db.add("one");
        return "text ".repeat(1000);
    }

    @Shape(value = "/filter/rewritten/handler", target = "/filter/unordered/rewrites/handler")
    String rewritten(HttpServletRequest request) {
        db.add("one");
        return "path " + request.getRequestURI();
    }

    @Shape(value = "/filter/rewritten-first/handler", target = "/filter/first/rewrites/handler")
    String rewrittenFirst(HttpServletRequest request) {
        db.add("one");
        return "path " + request.getRequestURI();
    }

    @Shape("/filter/unordered/reads-the-body")
    String readsTheBody(@org.springframework.web.bind.annotation.RequestBody(required = false) String body) {
        return "body " + body;
    }

    @Shape("/filter/unordered/sets-status-after")
    String setsStatusAfter() {
        db.add("one");
        return "returned";
    }

    @Shape("/filter/unordered/reads-rows")
    String readsRows() {
        db.add("handler");
        return "notes " + db.notes();
    }

    @Shape("/filter/unordered/request-attribute")
    String requestAttribute(HttpServletRequest request) {
        return "attribute " + request.getAttribute("of-the-filter");
    }

    @Shape("/filter/first/catches")
    String catches() {
        throw new IllegalStateException("for the filter");
    }

    @Shape("/filter/unordered/writes-after")
    void writesAfter(HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        response.getWriter().write("handler");
    }
}
