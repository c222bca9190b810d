package io.counterfoil.springboot.settings;

import static io.counterfoil.springboot.settings.SettingTexts.first;

import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.ConstructorBinding;

/**
 * The leases of what works in lease mode. What is {@code null} is left out. An immutable value.
 *
 * @param duration How long a lease runs without being renewed. Lease mode only.
 * @param onExpiry what happens to a request whose lease ran out; set in code only
 * @param noEffectOn exception types that guarantee that there was no external effect; set in code and annotations only
 */
public record LeaseSettings(
        @Nullable Duration duration,
        @Nullable OnExpiry onExpiry,
        @Nullable Set<Class<? extends Throwable>> noEffectOn) {

    static final LeaseSettings NONE = new LeaseSettings(null);

    /**
     * Makes settings of what properties can set.
     *
     * @param duration how long a lease runs without being renewed; {@code null} for the default
     */
    @ConstructorBinding
    public LeaseSettings(@Nullable Duration duration) {
        this(duration, null, null);
    }

    static LeaseSettings of(Idempotent annotation) {
        return new LeaseSettings(null, null, types(annotation.leaseNoEffectOn()));
    }

    static LeaseSettings of(OncePerKey annotation) {
        return new LeaseSettings(
                SettingTexts.duration("lease.duration", annotation.leaseDuration()),
                annotation.rerunOnExpiry() ? OnExpiry.RERUN : null,
                types(annotation.leaseNoEffectOn()));
    }

    private static @Nullable Set<Class<? extends Throwable>> types(Class<? extends Throwable>[] attribute) {
        return attribute.length == 0 ? null : Set.of(attribute);
    }

    /**
     * {@return these settings with leases of another duration}
     *
     * @param length how long a lease runs without being renewed
     */
    public LeaseSettings withDuration(Duration length) {
        return new LeaseSettings(length, onExpiry, noEffectOn);
    }

    /**
     * {@return these settings with another reaction to an expired lease}
     *
     * @param reaction what happens to the request
     */
    public LeaseSettings withOnExpiry(OnExpiry reaction) {
        return new LeaseSettings(duration, reaction, noEffectOn);
    }

    /**
     * {@return these settings with other exception types that guarantee that there was no external effect}
     *
     * @param types the types, with their subtypes; copied
     */
    public LeaseSettings withNoEffectOn(Set<Class<? extends Throwable>> types) {
        return new LeaseSettings(duration, onExpiry, Set.copyOf(types));
    }

    void checkIn(Mode mode) {
        if (mode == Mode.TRANSACTIONAL && !equals(NONE)) {
            throw new IllegalArgumentException("a setting of the lease is set, but the mode is transactional, which has"
                    + " no leases: set the mode to lease, or remove lease.duration, lease.on-expiry and"
                    + " lease.no-effect-on");
        }
    }

    LeaseSettings over(LeaseSettings weaker) {
        return new LeaseSettings(
                first(duration, weaker.duration),
                first(onExpiry, weaker.onExpiry),
                first(noEffectOn, weaker.noEffectOn));
    }

    void describe(SettingTexts texts) {
        texts.add("lease.duration", duration).add("lease.on-expiry", onExpiry).add("lease.no-effect-on", noEffectOn);
    }

    LeasePolicy applyTo(LeasePolicy standard) {
        LeasePolicy policy = standard;
        if (duration != null) {
            policy = policy.withDuration(duration);
        }
        if (onExpiry != null) {
            policy = policy.withOnExpiry(onExpiry);
        }
        if (noEffectOn != null) {
            policy = policy.withNoEffectOn(SettingText.exceptions("lease.no-effect-on", noEffectOn));
        }
        return policy;
    }
}
