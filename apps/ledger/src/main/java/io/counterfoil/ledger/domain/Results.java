package io.counterfoil.ledger.domain;

import io.counterfoil.ids.TypedId;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts outcomes of work to results. */
final class Results {

    private static final Logger log = LoggerFactory.getLogger(Ledgers.class);

    private Results() {}

    /** The result of the work, or the refusal that it throws. */
    static <T> Result<T> of(Supplier<Result<T>> work) {
        try {
            return work.get();
        } catch (RefusedException refused) {
            return new Result.Refused<>(refused.refusal());
        } catch (InvalidFieldException invalid) {
            return new Result.Refused<>(new Refusal.Invalid(invalid.field(), invalid.reason()));
        }
    }

    static <T> Result<T> granted(T made) {
        return new Result.Granted<>(made, false);
    }

    static <T> Result<T> refused(Refusal refusal) {
        return new Result.Refused<>(refusal);
    }

    /** The result of a duplicate: the object found, or a refusal if its request differs. */
    static <T> Result<T> same(T found, TypedId<?> id, Optional<? extends Refusal> difference) {
        return difference.<Result<T>>map(Result.Refused::new).orElseGet(() -> again(found, id));
    }

    static <T> Result<T> again(T found, TypedId<?> id) {
        log.info("Duplicate recognised [id={}]", id);
        return new Result.Granted<>(found, true);
    }
}
