package io.counterfoil.springboot.settings;

import static io.counterfoil.springboot.settings.SettingTexts.first;

import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.ScopeBy;
import org.jspecify.annotations.Nullable;

/**
 * The key of requests. What is {@code null} is left out. An immutable value.
 *
 * @param required Whether a request without an idempotency key is rejected (400).
 * @param in Where the key is: header:X-Request-Key (beside Idempotency-Key; several are separated by commas), path:variable, query:parameter, or body:member of the JSON object, which needs Jackson 3.
 * @param scope Within what a client's key is unique: the path, or the path and the query.
 * @param operation Name that replaces the path, for endpoints that do the same thing under one key.
 */
public record KeySettings(
        @Nullable Boolean required,
        @Nullable String in,
        @Nullable ScopeBy scope,
        @Nullable String operation) {

    static final KeySettings NONE = new KeySettings(null, null, null, null);

    /**
     * Normalises the settings: {@link ScopeBy#DEFAULT} becomes {@code null}.
     *
     * @param required {@code null} for the default
     * @param in read when the settings are applied; {@code null} for the default
     * @param scope {@code null} or {@link ScopeBy#DEFAULT} for the default
     * @param operation {@code null} for the path
     */
    public KeySettings {
        scope = scope == ScopeBy.DEFAULT ? null : scope;
    }

    static KeySettings of(Idempotent annotation) {
        return new KeySettings(
                annotation.keyRequired() ? Boolean.TRUE : null,
                SettingTexts.text(annotation.keyIn()),
                annotation.scope(),
                SettingTexts.text(annotation.operation()));
    }

    /**
     * {@return these settings, which reject requests without a key or not}
     *
     * @param demanded whether such requests are rejected
     */
    public KeySettings withRequired(boolean demanded) {
        return new KeySettings(demanded, in, scope, operation);
    }

    /**
     * {@return these settings with the key in another place}
     *
     * @param place such as {@code path:variable}
     */
    public KeySettings withIn(String place) {
        return new KeySettings(required, place, scope, operation);
    }

    /**
     * {@return these settings with another scope}
     *
     * @param unique within what a key is unique
     */
    public KeySettings withScope(ScopeBy unique) {
        return new KeySettings(required, in, unique, operation);
    }

    /**
     * {@return these settings with one name instead of the path}
     *
     * @param name the name of the operation
     */
    public KeySettings withOperation(String name) {
        return new KeySettings(required, in, scope, name);
    }

    KeySettings over(KeySettings weaker) {
        return new KeySettings(
                first(required, weaker.required),
                first(in, weaker.in),
                first(scope, weaker.scope),
                first(operation, weaker.operation));
    }

    void describe(SettingTexts texts) {
        texts.add("key.required", required)
                .add("key.in", in)
                .add("key.scope", scope)
                .add("key.operation", operation);
    }
}
