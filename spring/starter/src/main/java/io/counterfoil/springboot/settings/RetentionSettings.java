package io.counterfoil.springboot.settings;

import static io.counterfoil.springboot.settings.SettingTexts.first;

import io.counterfoil.idempotency.policy.RetentionPolicy;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.springboot.internal.SettingText;
import org.jspecify.annotations.Nullable;

/**
 * How long records are kept. What is {@code null} is left out. An immutable value.
 *
 * @param named Minimum retention of the records of named clients: 30s, 7d, PT1H, or never for those that are never removed. Default: 1d.
 * @param anonymous Minimum retention of records without a client: 30s, 7d, PT1H, or never for those that are never removed. Default: 1h.
 */
public record RetentionSettings(
        @Nullable String named, @Nullable String anonymous) {

    static final RetentionSettings NONE = new RetentionSettings(null, null);

    static RetentionSettings of(Idempotent annotation) {
        return new RetentionSettings(SettingTexts.text(annotation.retention()), null);
    }

    /** Of clients with a name and without. */
    static RetentionSettings of(OncePerKey annotation) {
        String retention = SettingTexts.text(annotation.retention());
        return new RetentionSettings(retention, retention);
    }

    /**
     * {@return these settings with another retention of the records of named clients}
     *
     * @param retention the minimum retention
     */
    public RetentionSettings withNamed(Retention retention) {
        return new RetentionSettings(SettingText.of(retention), anonymous);
    }

    /**
     * {@return these settings with another retention of records without a client}
     *
     * @param retention the minimum retention
     */
    public RetentionSettings withAnonymous(Retention retention) {
        return new RetentionSettings(named, SettingText.of(retention));
    }

    RetentionSettings over(RetentionSettings weaker) {
        return new RetentionSettings(first(named, weaker.named), first(anonymous, weaker.anonymous));
    }

    void describe(SettingTexts texts) {
        texts.add("retention.named", named).add("retention.anonymous", anonymous);
    }

    RetentionPolicy applyTo(RetentionPolicy standard) {
        RetentionPolicy policy = standard;
        if (named != null) {
            policy = policy.withNamed(SettingText.retention("retention.named", named));
        }
        if (anonymous != null) {
            policy = policy.withAnonymous(SettingText.retention("retention.anonymous", anonymous));
        }
        return policy;
    }
}
