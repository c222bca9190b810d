package io.counterfoil.http;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The treatment of requests by method and path, which adapters look up first. Thread-safe.
 *
 * <pre>{@code
 * Endpoints endpoints = Endpoints.routes()
 *         .leave(PathTemplate.parse("/login"))
 *         .at("PUT", PathTemplate.parse("/v1/transfers/{key}"), transfers)
 *         .otherwise(standard);
 * }</pre>
 */
@FunctionalInterface
public interface Endpoints {

    /**
     * {@return how a request is treated; empty for one that passes untouched} Called for each request, before anything of it is read.
     *
     * @param request the request's head
     */
    Optional<HttpIdempotency> of(RequestHead request);

    /**
     * {@return endpoints that treat all requests alike}
     *
     * @param treatment the treatment of every request
     */
    static Endpoints all(HttpIdempotency treatment) {
        return request -> Optional.of(treatment);
    }

    /**
     * Treats requests by their method and path; the first route that fits decides.
     *
     * @return an empty list of routes
     */
    static Routes routes() {
        return new Routes();
    }

    /** Collects routes, in the order in which they are tried. Not thread-safe. */
    final class Routes {

        private record Route(Optional<String> method, PathTemplate path, Optional<HttpIdempotency> treatment) {

            boolean fits(RequestHead request) {
                return method.map(request.method()::equals).orElse(true) && path.fits(request.path());
            }

            /** Whether every request that fits the other one fits this one. */
            boolean covers(Route other) {
                return path.covers(other.path) && (method.isEmpty() || method.equals(other.method));
            }

            @Override
            public String toString() {
                return method.map(name -> name + " ").orElse("") + path;
            }
        }

        private final List<Route> routes = new ArrayList<>();

        private Routes() {}

        /**
         * Treats the requests of one method and shape of path alike.
         *
         * @param method the method, in capitals; one of the methods that the treatment guards
         * @param path the shape of the path
         * @param treatment the treatment of these requests
         * @return these routes
         * @throws IllegalArgumentException when an earlier route fits all of these requests, the treatment does not guard the method,
         *     or its key is the variable of another path; the message names the remedy
         */
        public Routes at(String method, PathTemplate path, HttpIdempotency treatment) {
            if (!treatment.policy().methods().contains(method)) {
                throw new IllegalArgumentException(method + " " + path + " is not guarded: the policy has the methods "
                        + treatment.policy().methods() + ", add " + method + " there");
            }
            if (treatment.policy().key().source() instanceof KeySource.InPath key
                    && !key.template().covers(path)) {
                throw new IllegalArgumentException(
                        "the key of " + method + " " + path + " is the variable " + key.variable()
                                + " of another path, " + key.template() + ": read it from the path of the route");
            }
            return add(new Route(Optional.of(method), path, Optional.of(treatment)));
        }

        /**
         * Lets the requests of one shape of path pass untouched, whatever their method.
         *
         * @param path the shape of the path
         * @return these routes
         * @throws IllegalArgumentException when an earlier route fits all of these requests and treats them otherwise, or is the same
         */
        public Routes leave(PathTemplate path) {
            return add(new Route(Optional.empty(), path, Optional.empty()));
        }

        private Routes add(Route route) {
            for (Route earlier : routes) {
                boolean same = earlier.path().equals(route.path());
                boolean otherwise = !earlier.treatment().equals(route.treatment());
                if (earlier.covers(route) && (same || otherwise)) {
                    throw new IllegalArgumentException("the route " + route + " would never be asked, because "
                            + earlier + " fits all its requests: "
                            + (same ? "remove one of them" : "put the more specific one first"));
                }
            }
            routes.add(route);
            return this;
        }

        /**
         * {@return endpoints of these routes, with a treatment for every request that none of them fits} Routes that are added afterwards
         * have no effect on it.
         *
         * @param treatment the treatment of all other requests
         */
        public Endpoints otherwise(HttpIdempotency treatment) {
            return of(Optional.of(treatment));
        }

        /**
         * {@return endpoints of these routes; a request that none of them fits passes untouched} Routes that are added afterwards have no
         * effect on it.
         */
        public Endpoints otherwiseUntouched() {
            return of(Optional.empty());
        }

        private Endpoints of(Optional<HttpIdempotency> rest) {
            List<Route> asked = List.copyOf(routes);
            return request -> asked.stream()
                    .filter(route -> route.fits(request))
                    .findFirst()
                    .map(Route::treatment)
                    .orElse(rest);
        }
    }
}
