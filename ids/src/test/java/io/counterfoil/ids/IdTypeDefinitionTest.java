package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.SampleIds.LedgerId;
import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-4")
class IdTypeDefinitionTest {

    record Undefined(UUID uuid) implements TypedId {
        @Override
        public IdType<?> type() {
            throw new UnsupportedOperationException("never defined");
        }
    }

    record Clashing(UUID uuid) implements TypedId {
        static final IdType<Clashing> TYPE = IdType.define("ldg", Clashing.class, Clashing::new);

        @Override
        public IdType<Clashing> type() {
            return TYPE;
        }
    }

    @Test
    void define_aPrefixOfAnotherClass_isRefusedAndNamesBoth() {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");

        assertThatExceptionOfType(ExceptionInInitializerError.class)
                .isThrownBy(() -> new Clashing(new UUID(0, 0)).type())
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageContaining("\"ldg\"")
                .withMessageContaining(LedgerId.class.getName())
                .withMessageContaining(Clashing.class.getName());

        assertThat(LedgerId.TYPE.next()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldg", "ldg_two"})
    void define_aClassTwice_isRefusedAndNamesBothPrefixes(String second) {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");

        assertThatIllegalStateException()
                .isThrownBy(() -> IdType.define(second, LedgerId.class, LedgerId::new))
                .withMessageContaining(LedgerId.class.getName())
                .withMessageContaining("\"ldg\" already")
                .withMessageContaining("\"" + second + "\" too");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_",
                "_a",
                "a_",
                "Ldg",
                "ldg1",
                "l-dg",
                "l dg",
                "ldg\n",
                "\u00E4",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void define_aPrefixAgainstTheRules_isRefused(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.define(prefix, Undefined.class, Undefined::new))
                .withMessageContaining("1 to 63 characters")
                .withMessageContaining(Undefined.class.getName());
    }

    @Test
    void define_theLongestPrefix_works() {
        record Longest(UUID uuid) implements TypedId {
            static final IdType<Longest> TYPE = IdType.define("a" + "_".repeat(61) + "z", Longest.class, Longest::new);

            @Override
            public IdType<Longest> type() {
                return TYPE;
            }
        }

        Longest id = Longest.TYPE.next();

        assertThat(id.text()).hasSize(90);
        assertThat(Longest.TYPE.parse(id.text())).isEqualTo(id);
    }

    @Test
    void define_ofAClassThatIsLoadedAgain_mayHaveItsPrefixAgain() throws Exception {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");
        Class<?> again = new Reloading(LedgerId.class).loadClass(LedgerId.class.getName());

        assertThat(again).isNotSameAs(LedgerId.class);
        assertThatCode(() -> Class.forName(again.getName(), true, again.getClassLoader()))
                .doesNotThrowAnyException();
    }

    /** Loads one class anew, and leaves all others to its parent: what a restart in development does. */
    private static final class Reloading extends ClassLoader {
        private final Class<?> subject;

        Reloading(Class<?> subject) {
            super(subject.getClassLoader());
            this.subject = subject;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(subject.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineAnew(name);
        }

        private Class<?> defineAnew(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
