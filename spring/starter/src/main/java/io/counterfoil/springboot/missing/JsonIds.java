package io.counterfoil.springboot.missing;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;

/** How message converters write ids in JSON. */
final class JsonIds {

    private static final String JACKSON = "org.springframework.http.converter.json.JacksonJsonHttpMessageConverter";
    private static final String JACKSON_2 =
            "org.springframework.http.converter.json.MappingJackson2HttpMessageConverter";

    private JsonIds() {}

    static boolean writesJson(HttpMessageConverter<?> converter, Class<?> id) {
        return converter.canWrite(id, MediaType.APPLICATION_JSON);
    }

    /** The module by which a converter would know the id; empty where it knows it, or is not one of Jackson's. */
    static Optional<AddedModule> missingFor(HttpMessageConverter<?> converter, Class<?> id) {
        return switch (converter.getClass().getName()) {
            case JACKSON -> Jackson.isObject(converter, id) ? Optional.of(AddedModule.IDS) : Optional.empty();
            case JACKSON_2 -> Optional.of(AddedModule.JACKSON_2);
            default -> Optional.empty();
        };
    }

    /** Loaded only where Jackson 3 is. */
    private static final class Jackson {

        static boolean isObject(HttpMessageConverter<?> converter, Class<?> id) {
            Form form = new Form();
            ((JacksonJsonHttpMessageConverter) converter).getMapper().acceptJsonFormatVisitor(id, form);
            return form.object;
        }
    }

    private static final class Form extends JsonFormatVisitorWrapper.Base {

        private boolean object;

        @Override
        public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            object = true;
            return null;
        }
    }
}
