package io.counterfoil.jackson;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.generator.ObjectId;
import java.util.Objects;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;

/**
 * Writes every {@link AnyTypedId typed id} as its text, and reads it back into its type: as a value, an element, a map's key. {@link
 * ObjectId}s likewise.
 *
 * <p>Jackson finds it through {@link java.util.ServiceLoader}, by {@code JsonMapper.builder().findAndAddModules()}. It is named
 * by hand only where a field may hold ids of several types; it then replaces the one that was found before:
 *
 * <pre>{@code
 * JsonMapper json = JsonMapper.builder()
 *         .findAndAddModules()
 *         .addModule(new TypedIdModule(IdTypes.of(AccountId.class, SessionId.class)))
 *         .build();
 *
 * record Audit(AnyTypedId<?> subject) {} // an AccountId or a SessionId, by the prefix
 * }</pre>
 *
 * <p>What a class of ids has besides its value is not looked at: neither its record components, nor Jackson's annotations on them.
 *
 * <p>Reading is that of {@link io.counterfoil.ids.IdType#parse}: strict, but for what a type declares. A JSON string that is no id of the
 * type is an {@link tools.jackson.databind.exc.InvalidFormatException} with the place and the reason, whose cause is the {@link
 * io.counterfoil.ids.text.InvalidIdException}; so is the empty string. A number, boolean, array or object is a {@link
 * tools.jackson.databind.exc.MismatchedInputException}, whatever coercions the mapper allows. A class of ids that is wrongly defined, and
 * an abstract type without {@link IdTypes}, is an {@link tools.jackson.databind.exc.InvalidDefinitionException} that names the remedy.
 * {@code null} stays {@code null}.
 *
 * <p>Immutable and thread-safe.
 */
public final class TypedIdModule extends JacksonModule {

    private final IdReaders readers;

    /** Reads concrete types of ids, and refuses abstract ones. */
    public TypedIdModule() {
        this.readers = new IdReaders(null);
    }

    /**
     * Reads abstract types too, {@code AnyTypedId<?>} and every interface below it.
     *
     * @param types those that an abstract type can be, told apart by their prefixes
     */
    public TypedIdModule(IdTypes types) {
        this.readers = new IdReaders(Objects.requireNonNull(types));
    }

    @Override
    public String getModuleName() {
        return TypedIdModule.class.getName();
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addSerializers(new IdWriters(IdSerializer.VALUE));
        context.addKeySerializers(new IdWriters(IdSerializer.KEY));
        context.addDeserializers(readers);
        context.addKeyDeserializers(readers);
    }
}
