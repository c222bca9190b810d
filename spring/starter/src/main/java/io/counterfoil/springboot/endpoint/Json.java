package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.springboot.internal.CanonicalJson;
import io.counterfoil.springboot.internal.JsonField;
import org.springframework.util.ClassUtils;

/** What needs Jackson 3, which an application need not have. */
final class Json {

    private static final boolean PRESENT =
            ClassUtils.isPresent("tools.jackson.core.json.JsonFactory", Json.class.getClassLoader());

    private Json() {}

    static KeySource key(String member) {
        require("A key in the body");
        return Present.key(member);
    }

    static Fingerprinting fingerprinting() {
        require("A fingerprint of JSON");
        return Present.fingerprinting();
    }

    private static void require(String what) {
        if (!PRESENT) {
            throw new IllegalArgumentException(what
                    + " is read with Jackson 3, which is not on the class path: add tools.jackson.core:jackson-core");
        }
    }

    /** Loaded only where Jackson is. */
    private static final class Present {

        static KeySource key(String member) {
            return KeySource.body(member, JsonField.INSTANCE);
        }

        static Fingerprinting fingerprinting() {
            return Fingerprinting.canonical(CanonicalJson.INSTANCE);
        }
    }
}
