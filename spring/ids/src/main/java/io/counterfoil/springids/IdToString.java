package io.counterfoil.springids;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.generator.ObjectId;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.converter.GenericConverter;

/** Writes an id as its text, whatever the {@code toString} of its class. */
final class IdToString implements GenericConverter {

    @Override
    public Set<ConvertiblePair> getConvertibleTypes() {
        return Set.of(
                new ConvertiblePair(AnyTypedId.class, String.class), new ConvertiblePair(ObjectId.class, String.class));
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, TypeDescriptor sourceType, TypeDescriptor targetType) {
        if (source == null) {
            return null;
        }
        return source instanceof AnyTypedId<?> id ? id.text() : source.toString();
    }
}
