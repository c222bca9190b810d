package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.SampleIds.LedgerId;
import io.counterfoil.ids.text.UuidFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-4")
class IdTypeDefinitionTest {

    @Prefix("ldg")
    record Clashing(UUID value) implements TypedId<Clashing> {}

    @Prefix("two_ways")
    record TwoWays(UUID value) implements TypedId<TwoWays> {}

    @Prefix("one_line")
    record OneLine(UUID value) implements TypedId<OneLine> {}

    record Unmarked(UUID value) implements TypedId<Unmarked> {}

    @Prefix("no_constructor")
    record NoConstructor(UUID value, String more) implements TypedId<NoConstructor> {}

    @Test
    void of_aPrefixOfAnotherClass_isRefusedAndNamesBoth() {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");

        assertThatIllegalStateException()
                .isThrownBy(() -> IdType.of(Clashing.class))
                .withMessageContaining("\"ldg\"")
                .withMessageContaining(LedgerId.class.getName())
                .withMessageContaining(Clashing.class.getName());

        assertThat(LedgerId.TYPE.next()).isNotNull();
    }

    @Test
    void of_aClassInOneLine_makesPrintsAndReadsItsIds() {
        OneLine id = IdType.of(OneLine.class).next();

        assertThat(id.text()).matches("one_line_[0-9a-z]{25}");
        assertThat(IdType.of(OneLine.class).parse(id.text())).isEqualTo(id);
    }

    @Test
    void of_aClassThatDefinesItsTypeInAConstant_isThatConstant() {
        assertThat(IdType.of(LedgerId.class)).isSameAs(LedgerId.TYPE);
        assertThat(IdType.of(TwoWays.class, TwoWays::new)).isSameAs(IdType.of(TwoWays.class));
    }

    @Test
    void of_aClassWithoutPrefix_saysWhatToAdd() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.of(Unmarked.class))
                .withMessageContaining(Unmarked.class.getName())
                .withMessageContaining("@Prefix");
    }

    @Test
    void of_aClassWithoutAConstructorOfOneUuid_saysWhatToCall() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.of(NoConstructor.class))
                .withMessageContaining("IdType.of(NoConstructor.class, NoConstructor::new)");
    }

    @Prefix("")
    record Empty(UUID value) implements TypedId<Empty> {}

    @Prefix("_a")
    record UnderscoreFirst(UUID value) implements TypedId<UnderscoreFirst> {}

    @Prefix("a_")
    record UnderscoreLast(UUID value) implements TypedId<UnderscoreLast> {}

    @Prefix("two-words")
    record Hyphen(UUID value) implements TypedId<Hyphen> {}

    @Prefix("caf\u00e9")
    record Accent(UUID value) implements TypedId<Accent> {}

    @Prefix("acct\n")
    record LineBreak(UUID value) implements TypedId<LineBreak> {}

    @Prefix("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
    record SixtyFour(UUID value) implements TypedId<SixtyFour> {}

    @Prefix("a_____________________________________________________________z")
    record SixtyThree(UUID value) implements TypedId<SixtyThree> {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Empty.class,
                UnderscoreFirst.class,
                UnderscoreLast.class,
                Hyphen.class,
                Accent.class,
                LineBreak.class,
                SixtyFour.class
            })
    void of_aPrefixAgainstTheRules_isRefused(Class<?> idClass) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.forClass(idClass))
                .withMessageContaining("1 to 63 characters")
                .withMessageContaining(idClass.getName())
                .withMessageMatching("[ -~]*");
    }

    @Prefix("s3")
    record Digit(UUID value) implements TypedId<Digit> {}

    @Prefix("3D_Model")
    record MixedCase(UUID value) implements TypedId<MixedCase> {}

    @Prefix("3d_model")
    record OfOtherCase(UUID value) implements TypedId<OfOtherCase> {}

    @Test
    void of_aPrefixOfDigitsOrCapitals_printsItAsDeclared() {
        UUID uuid = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
        IdType<MixedCase> type = IdType.of(MixedCase.class);

        assertThat(new Digit(uuid).text()).isEqualTo("s3_039srkj01e44uynszf2f2njh3");
        assertThat(new MixedCase(uuid).text()).isEqualTo("3D_Model_039srkj01e44uynszf2f2njh3");
        assertThat(type.parse("3d_mOdEl_039SRKJ01e44uynszf2f2njh3")).isEqualTo(new MixedCase(uuid));
        assertThat((Object) IdTypes.of(type, IdType.of(Digit.class)).parse("3d_model_039srkj01e44uynszf2f2njh3"))
                .isEqualTo(new MixedCase(uuid));
    }

    @Test
    void of_aPrefixThatDiffersInCaseAlone_isRefused() {
        assertThat(IdType.of(MixedCase.class).prefix()).isEqualTo("3D_Model");

        assertThatIllegalStateException()
                .isThrownBy(() -> IdType.of(OfOtherCase.class))
                .withMessageContaining("\"3d_model\"")
                .withMessageContaining(MixedCase.class.getName());
    }

    @Test
    void forClass_ofAClassThatIsNoId_saysSo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.forClass(String.class))
                .withMessage("java.lang.String is no TypedId");
    }

    @Test
    void of_theLongestPrefix_works() {
        SixtyThree id = IdType.of(SixtyThree.class).next();

        assertThat(id.text()).hasSize(63 + 1 + 25);
        assertThat(IdType.of(SixtyThree.class).parse(id.text())).isEqualTo(id);
    }

    @Test
    void text_isInTheFormatThatThePrefixNames() {
        UUID uuid = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

        assertThat(new LedgerId(uuid).text()).isEqualTo("ldg_01h455vb4pex5vsknk084sn02q");
        assertThat(new OneLine(uuid).text()).isEqualTo("one_line_" + UuidFormat.BASE36.format(uuid));
        assertThat(LedgerId.TYPE.format()).isEqualTo(IdFormat.BASE32);
    }

    @Test
    void tryParse_isParse_butForWhatItDoesWithTheRest() {
        LedgerId id = LedgerId.TYPE.next();

        assertThat(LedgerId.TYPE.tryParse(id.text())).contains(id);
        assertThat(LedgerId.TYPE.tryParse("")).isEmpty();
        assertThat(LedgerId.TYPE.tryParse("ldg_")).isEmpty();
        assertThat(LedgerId.TYPE.tryParse(id.text() + "0")).isEmpty();
        assertThat(LedgerId.TYPE.tryParse(id.text().toUpperCase(Locale.ROOT))).contains(id);
        assertThat(LedgerId.TYPE.tryParse(id.value().toString())).contains(id);
        assertThat(LedgerId.TYPE.tryParse("post_" + id.text().substring(4))).isEmpty();
    }

    @Test
    void ids_areOrderedAsTheirTexts() {
        LedgerId low = new LedgerId(new UUID(Long.MAX_VALUE, 5));
        LedgerId high = new LedgerId(new UUID(Long.MIN_VALUE, 5));

        assertThat(low).isLessThan(high);
        assertThat(low.text()).isLessThan(high.text());
        assertThat(low).isEqualByComparingTo(new LedgerId(low.value()));
    }

    @Test
    void define_ofAClassThatIsLoadedAgain_mayHaveItsPrefixAgain() throws Exception {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");
        Class<?> again = new Reloading(LedgerId.class).loadClass(LedgerId.class.getName());

        assertThat(again).isNotSameAs(LedgerId.class);
        assertThatCode(() -> Class.forName(again.getName(), true, again.getClassLoader()))
                .doesNotThrowAnyException();
    }

    /** A class of another module, or of another loader, is no nest mate: its constructor is called in another way. */
    @Test
    void of_aClassOfAnotherLoader_makesAndReadsItsIds() throws Exception {
        Class<?> again = new Reloading(OneLine.class).loadClass(OneLine.class.getName());
        String text = IdType.of(OneLine.class).next().text();

        Object id = IdType.forClass(again).parse(text);

        assertThat(id).isInstanceOf(again).isNotInstanceOf(OneLine.class);
        assertThat(((TypedId<?>) id).text()).isEqualTo(text);
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
