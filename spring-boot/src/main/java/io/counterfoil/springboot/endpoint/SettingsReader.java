package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.EndpointProperties;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.SettingText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads settings from where they are written; what is left out there is not said. */
final class SettingsReader {

    private EndpointSettings settings = EndpointSettings.NONE;

    private SettingsReader() {}

    /** @throws IllegalArgumentException when a setting is unreadable, or is not for endpoints */
    static EndpointSettings of(Idempotent annotation) {
        refuse("key", annotation.key());
        refuse("client", annotation.client());
        refuse("contents", annotation.contents());
        SettingsReader reader = new SettingsReader();
        reader.when(SettingText.one("keyRequired", box(annotation.keyRequired())), EndpointSettings::withKeyRequired);
        reader.keys(
                List.of(annotation.keyHeaders()),
                text(annotation.keyPathVariable()),
                text(annotation.keyQueryParameter()),
                text(annotation.keyBodyField()));
        reader.when(SettingText.one("mode", annotation.mode()), EndpointSettings::withMode);
        String lease = text(annotation.leaseDuration());
        reader.when(
                lease == null ? null : SettingText.duration("leaseDuration", lease),
                EndpointSettings::withLeaseDuration);
        reader.when(SettingText.one("leaseOnExpiry", annotation.leaseOnExpiry()), EndpointSettings::withLeaseOnExpiry);
        reader.noEffectOn("leaseNoEffectOn", List.of(annotation.leaseNoEffectOn()));
        reader.when(SettingText.one("scope", annotation.scope()), EndpointSettings::withScope);
        reader.when(text(annotation.operation()), EndpointSettings::withOperation);
        reader.retention(text(annotation.retention()), text(annotation.anonymousRetention()));
        String wait = text(annotation.waitLimit());
        reader.when(wait == null ? null : SettingText.duration("waitLimit", wait), EndpointSettings::withWaitLimit);
        String limit = text(annotation.executionLimit());
        reader.when(
                limit == null ? null : SettingText.duration("executionLimit", limit),
                EndpointSettings::withExecutionLimit);
        reader.when(SettingText.one("onMismatch", annotation.onMismatch()), EndpointSettings::withOnMismatch);
        reader.when(SettingText.one("fingerprint", annotation.fingerprint()), EndpointSettings::withFingerprint);
        reader.when(
                SettingText.one("rememberRefusals", box(annotation.rememberRefusals())),
                EndpointSettings::withRememberRefusals);
        reader.lists(
                List.of(annotation.fingerprintHeaders()),
                List.of(annotation.keepFields()),
                List.of(annotation.dropFields()),
                Arrays.stream(annotation.remember()).boxed().toList(),
                Arrays.stream(annotation.forget()).boxed().toList());
        String body = text(annotation.maxBody());
        reader.when(
                body == null ? null : SettingText.inMemory("maxBody", 1, SettingText.size("maxBody", body)),
                EndpointSettings::withMaxBodyBytes);
        String stored = text(annotation.maxStored());
        reader.when(
                stored == null ? null : SettingText.inMemory("maxStored", 0, SettingText.size("maxStored", stored)),
                EndpointSettings::withMaxStoredBytes);
        return reader.settings;
    }

    /** @throws IllegalArgumentException when a setting is unreadable */
    static EndpointSettings of(EndpointProperties properties) {
        SettingsReader reader = new SettingsReader();
        reader.when(properties.keyRequired(), EndpointSettings::withKeyRequired);
        reader.keys(
                properties.keyHeaders(),
                properties.keyPathVariable(),
                properties.keyQueryParameter(),
                properties.keyBodyField());
        reader.when(properties.mode(), EndpointSettings::withMode);
        reader.when(properties.leaseDuration(), EndpointSettings::withLeaseDuration);
        reader.when(properties.leaseOnExpiry(), EndpointSettings::withLeaseOnExpiry);
        reader.noEffectOn("lease-no-effect-on", properties.leaseNoEffectOn());
        reader.when(properties.scope(), EndpointSettings::withScope);
        reader.when(properties.operation(), EndpointSettings::withOperation);
        reader.retention(properties.retention(), properties.anonymousRetention());
        reader.when(properties.waitLimit(), EndpointSettings::withWaitLimit);
        reader.when(properties.executionLimit(), EndpointSettings::withExecutionLimit);
        reader.when(properties.onMismatch(), EndpointSettings::withOnMismatch);
        reader.when(properties.fingerprint(), EndpointSettings::withFingerprint);
        reader.when(properties.rememberRefusals(), EndpointSettings::withRememberRefusals);
        reader.lists(
                properties.fingerprintHeaders(),
                properties.keepFields(),
                properties.dropFields(),
                properties.remember(),
                properties.forget());
        reader.when(
                properties.maxBody() == null ? null : SettingText.inMemory("max-body", 1, properties.maxBody()),
                EndpointSettings::withMaxBodyBytes);
        reader.when(
                properties.maxStored() == null ? null : SettingText.inMemory("max-stored", 0, properties.maxStored()),
                EndpointSettings::withMaxStoredBytes);
        return reader.settings;
    }

    private void keys(
            List<String> headers, @Nullable String variable, @Nullable String parameter, @Nullable String member) {
        when(some(headers), (said, names) -> said.withKeyHeaders(names.toArray(String[]::new)));
        when(variable, EndpointSettings::withKeyInPath);
        when(parameter, EndpointSettings::withKeyInQuery);
        when(member, EndpointSettings::withKeyInBody);
    }

    private void retention(@Nullable String named, @Nullable String anonymous) {
        when(named, (said, text) -> said.withRetention(SettingText.retention("retention", text)));
        when(
                anonymous,
                (said, text) -> said.withAnonymousRetention(SettingText.retention("anonymous-retention", text)));
    }

    private void noEffectOn(String setting, List<Class<? extends Throwable>> types) {
        when(some(types), (said, named) -> said.withLeaseNoEffectOn(SettingText.exceptions(setting, named)));
    }

    private void lists(
            List<String> fingerprintHeaders,
            List<String> keepFields,
            List<String> dropFields,
            List<Integer> remember,
            List<Integer> forget) {
        when(some(fingerprintHeaders), (said, names) -> said.withFingerprintHeaders(names.toArray(String[]::new)));
        when(some(keepFields), (said, names) -> said.withKeepFields(names.toArray(String[]::new)));
        when(some(dropFields), (said, names) -> said.withDropFields(names.toArray(String[]::new)));
        when(some(remember), (said, statuses) -> said.withRemember(Set.copyOf(statuses)));
        when(some(forget), (said, statuses) -> said.withForget(Set.copyOf(statuses)));
    }

    private <T> void when(@Nullable T value, BiFunction<EndpointSettings, T, EndpointSettings> say) {
        if (value != null) {
            settings = say.apply(settings, value);
        }
    }

    private static void refuse(String setting, String value) {
        if (!value.isEmpty()) {
            throw new IllegalArgumentException(setting
                    + " is for methods of beans that handle no requests: the key of a request is where keyHeaders,"
                    + " keyPathVariable, keyQueryParameter or keyBodyField say, and its client is resolved for all endpoints"
                    + " alike. Remove it");
        }
    }

    private static <T, C extends Collection<T>> @Nullable C some(C values) {
        return values.isEmpty() ? null : values;
    }

    private static @Nullable String text(String value) {
        return value.isEmpty() ? null : value;
    }

    private static Boolean[] box(boolean[] values) {
        Boolean[] boxed = new Boolean[values.length];
        Arrays.setAll(boxed, i -> values[i]);
        return boxed;
    }
}
