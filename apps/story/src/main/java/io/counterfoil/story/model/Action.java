package io.counterfoil.story.model;

import io.counterfoil.story.model.Attempt.Result;
import java.util.List;
import java.util.Optional;

/**
 * An action that must take effect once: the attempts with one idempotency key of one client.
 *
 * @param key the idempotency key
 * @param client the client that owns the key; empty if no line names it
 * @param attempts the attempts in the order of their starts; at least one
 */
public record Action(String key, Optional<String> client, List<Attempt> attempts) {

    /** Copies the list. */
    public Action {
        attempts = List.copyOf(attempts);
    }

    /**
     * The attempt that succeeded: the executed one, otherwise the only one whose lines report neither its end nor an error. Empty if no
     * line says which it is.
     */
    public Optional<Attempt> successful() {
        return attempts.stream()
                .filter(attempt -> attempt.result() == Result.EXECUTED)
                .findFirst()
                .or(() -> {
                    List<Attempt> open =
                            attempts.stream().filter(Attempt::isOpen).toList();
                    boolean answered = attempts.stream().anyMatch(attempt -> attempt.result() == Result.REPLAYED);
                    return open.size() == 1 && open.get(0).result() == Result.UNKNOWN && !answered
                            ? Optional.of(open.get(0))
                            : Optional.empty();
                });
    }

    /** The number of processings of all attempts. */
    public long processings() {
        return attempts.stream()
                .mapToLong(attempt -> attempt.processings().size())
                .sum();
    }
}
