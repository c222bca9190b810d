package io.counterfoil.idempotency;

import io.counterfoil.idempotency.store.Payload;
import java.util.Optional;

/**
 * What is kept of an answer, for those who look at a store's records past the engine.
 *
 * @param refusal whether it is a refusal
 * @param answer what the codec made of it; empty where it was too large to be kept
 */
public record KeptAnswer(boolean refusal, Optional<Payload> answer) {

    /**
     * Reads what a store keeps of an answer.
     *
     * @param kept the payload of a record, not the progress of a request at work
     * @throws IllegalArgumentException when it is kept in a form that this version cannot read, or damaged
     */
    public static KeptAnswer of(Payload kept) {
        StoredForm form = StoredForm.read(kept);
        return new KeptAnswer(form.refusal(), form.answer());
    }
}
