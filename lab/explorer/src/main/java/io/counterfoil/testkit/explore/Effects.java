package io.counterfoil.testkit.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The external effects. */
final class Effects {

    private final boolean fenced;
    private final List<Effect> happened = new ArrayList<>();
    private final List<String> beside = new ArrayList<>();

    private long fence = Long.MIN_VALUE;
    private int fenceOfLease;

    Effects(boolean fenced) {
        this.fenced = fenced;
    }

    /** Applies an effect, unless its token is below the fence. */
    boolean take(Effect effect, long token) {
        if (fenced && token < fence) {
            return false;
        }
        raise(token, effect.lease());
        happened.add(effect);
        return true;
    }

    /** Raises the fence: effects under a lower token no longer take place. */
    void raise(long token, int lease) {
        if (token > fence) {
            fence = token;
            fenceOfLease = lease;
        }
    }

    /** Applies the effects of a unit of work together. */
    void commit(List<Effect> effects) {
        happened.addAll(effects);
    }

    /** Applies the effects of requests of other keys. */
    void commitBeside(List<String> names) {
        beside.addAll(names);
    }

    /** The requests of other keys whose effects have taken place. */
    List<String> beside() {
        return List.copyOf(beside);
    }

    boolean isBeside(String name) {
        return beside.contains(name);
    }

    boolean isEmpty() {
        return happened.isEmpty();
    }

    /** The effect of a request with these contents. */
    Optional<Effect> of(String contents) {
        return happened.stream()
                .filter(effect -> effect.contents().equals(contents))
                .findFirst();
    }

    /** Whether everything that a result reports has taken place. */
    boolean supports(String answer) {
        return List.of(answer.split("\\+", -1)).stream()
                .allMatch(part ->
                        happened.stream().anyMatch(effect -> effect.answer().equals(part)));
    }

    /** The violation of the guarantee, if there is one. */
    Optional<String> breach(Guarantee guarantee) {
        if (Set.copyOf(beside).size() < beside.size()) {
            return Optional.of("two effects of one request beside: " + beside);
        }
        for (int i = 1; i < happened.size(); i++) {
            Effect later = happened.get(i);
            for (Effect earlier : happened.subList(0, i)) {
                boolean apart = guarantee == Guarantee.ONCE_PER_LEASE && earlier.lease() < later.lease();
                if (earlier.name().equals(later.name()) && !apart) {
                    return Optional.of("two effects: " + earlier.answer() + ", then " + later.answer());
                }
            }
        }
        return Optional.empty();
    }

    /** The effects, and the fence as the number of its lease; part of the digest of a state. */
    @Override
    public String toString() {
        return happened
                + (beside.isEmpty() ? "" : " beside " + beside.stream().sorted().toList())
                + (fenced ? " fence " + fenceOfLease : "");
    }
}
