package io.counterfoil.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import java.net.URI;

/**
 * A real container on a free port of 127.0.0.1, with filters in front of a servlet, which has two names: {@code /*} is set up for
 * multipart bodies, {@code /bare/*} is not. The filters are asked for requests alone, not for forwards and other dispatches, unless
 * {@link EveryDispatch} marks them.
 */
interface TestServer extends AutoCloseable {

    /** How many requests at once. */
    int THREADS = 60;

    /** Parts of up to 4000 bytes, which go to a file from 100 on. */
    MultipartConfigElement MULTIPART = new MultipartConfigElement("", 4000, 8000, 100);

    /** A filter that is asked for every kind of dispatch. */
    interface EveryDispatch extends Filter {}

    /** Where the container shows errors that get as far as to it: with {@link ContainersErrorPage}. */
    String ERROR_PAGE = "/containers-error-page";

    URI uri(String path);

    @Override
    void close();
}
