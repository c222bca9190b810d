package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.HttpIdempotency;
import java.util.Optional;
import org.springframework.web.util.pattern.PathPattern;

/**
 * The requests of a pattern.
 *
 * @param idempotency empty where they pass untouched
 */
record EndpointEntry(PathPattern pattern, Optional<HttpIdempotency> idempotency, SourcedSettings settings) {}
