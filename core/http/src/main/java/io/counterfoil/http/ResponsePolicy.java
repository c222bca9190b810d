package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.ResponseClassifier;
import io.counterfoil.http.response.StoredFields;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.util.function.UnaryOperator;

/**
 * Which responses are stored, and how. An immutable value.
 *
 * @param classifier which responses mean that the work is done, and are stored
 * @param storedFields which header fields are stored
 * @param codec makes the codec of stored responses from that of status, fields and body
 */
public record ResponsePolicy(
        ResponseClassifier classifier, StoredFields storedFields, UnaryOperator<PayloadCodec<Response>> codec) {

    /** {@link ResponseClassifier#DEFAULT}, {@link StoredFields#DEFAULT}, as they are. */
    public static final ResponsePolicy DEFAULT =
            new ResponsePolicy(ResponseClassifier.DEFAULT, StoredFields.DEFAULT, UnaryOperator.identity());

    /**
     * {@return a copy with another {@link #classifier()}}
     *
     * @param other which responses mean that the work is done, and are stored
     */
    public ResponsePolicy withClassifier(ResponseClassifier other) {
        return new ResponsePolicy(other, storedFields, codec);
    }

    /**
     * {@return a copy with other {@link #storedFields()}}
     *
     * @param other which header fields are stored
     */
    public ResponsePolicy withStoredFields(StoredFields other) {
        return new ResponsePolicy(classifier, other, codec);
    }

    /**
     * {@return a copy whose stored responses pass through another codec: it encrypts what the given codec encodes, redacts the response
     * before, or stores a reference from which {@code decode} rebuilds the response} The first response goes out as the handler made it. A
     * duplicate's client was resolved, and authorized as for any request, before its response is decoded.
     *
     * @param around makes the codec from that of status, fields and body; the result is thread-safe, and has a format number of its own where
     *     its bytes are of another form. Called once for each policy that is used
     */
    public ResponsePolicy withCodec(UnaryOperator<PayloadCodec<Response>> around) {
        return new ResponsePolicy(classifier, storedFields, around);
    }
}
