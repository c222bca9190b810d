package io.counterfoil.idempotency.key;

/**
 * The key of an object: unique per kind and parent, stored on the object itself, and never expiring.
 *
 * @param kind the kind of object, {@code transaction}
 * @param scope the parent within which the key is unique, {@code ldg_…}; the client's name for an object without parent
 * @param key the client's key for the object
 */
public record DataKey(String kind, String scope, RequestId key) {

    @Override
    public String toString() {
        return Texts.shown(kind) + " " + Texts.shown(scope) + " " + key;
    }
}
