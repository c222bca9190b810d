package io.counterfoil.springboot;

import java.util.Optional;

/**
 * Finds whose an API key is, for {@code counterfoil.client=api-key}: a bean of the application. All keys of one owner are one
 * client. Thread-safe.
 */
@FunctionalInterface
public interface ApiKeyOwners {

    /**
     * {@return the owner of an API key; empty for an unknown key, whose request is rejected with 401}
     *
     * @param key as sent; a secret, not to be logged
     */
    Optional<String> ownerOf(String key);
}
