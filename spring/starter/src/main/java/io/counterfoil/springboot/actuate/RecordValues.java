package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.store.Retention;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.unit.DataSize;

/** The values of a policy as JSON: each group an object; what is empty is left out. */
final class RecordValues {

    private RecordValues() {}

    static Map<String, Object> of(Record values) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (RecordComponent component : values.getClass().getRecordComponents()) {
            Object value = ReflectionUtils.invokeMethod(component.getAccessor(), values);
            shown(value).ifPresent(shown -> json.put(component.getName(), shown));
        }
        return json;
    }

    private static Optional<Object> shown(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.flatMap(RecordValues::shown);
        }
        if (value instanceof OptionalInt number) {
            return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
        }
        if (value instanceof Retention retention) {
            return Optional.of(retention.duration().map(Duration::toString).orElse("never"));
        }
        if (value instanceof DataSize size) {
            return Optional.of(size.toBytes());
        }
        if (value instanceof Enum<?> constant) {
            return Optional.of(constant.name().toLowerCase(Locale.ROOT));
        }
        if (value instanceof Record group) {
            return Optional.of(of(group));
        }
        return Optional.ofNullable(value instanceof Duration ? value.toString() : value);
    }
}
