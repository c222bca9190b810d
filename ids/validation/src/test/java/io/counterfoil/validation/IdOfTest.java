package io.counterfoil.validation;

import static io.counterfoil.validation.Validators.START_OF_A_CYCLE;
import static io.counterfoil.validation.Validators.faults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.text.InvalidIdReason;
import jakarta.validation.ValidationException;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TI-5")
class IdOfTest {

    private static final Validator VALIDATOR = Validators.at(START_OF_A_CYCLE);

    @Prefix(value = "post", format = IdFormat.BASE32)
    record PostId(UUID value) implements TypedId<PostId> {}

    @Prefix(value = "postal", format = IdFormat.BASE32)
    record PostalId(UUID value) implements TypedId<PostalId> {}

    record Unmarked(UUID value) implements TypedId<Unmarked> {}

    record Form(@IdOf(PostId.class) @Nullable String post) {}

    @Prefix(value = "valid_evt", alternatives = @Prefix.Alternative(prefix = "", format = IdFormat.DECIMAL))
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix(value = "valid_strict", strict = true)
    record StrictId(UUID value) implements TypedId<StrictId> {}

    record StrictForm(@IdOf(StrictId.class) String id) {}

    record EventForm(@IdOf(EventId.class) String event) {}

    record Refused(@IdOf(Unmarked.class) String id) {}

    private static List<String> reasons(String text) {
        return VALIDATOR.validate(new Form(text)).stream()
                .map(violation -> ViolationReason.of(violation).orElseThrow())
                .toList();
    }

    @Test
    void text_ofTheType_isValid() {
        assertThat(faults(VALIDATOR, new Form(IdType.of(PostId.class).next().text())))
                .isEmpty();
        assertThat(faults(VALIDATOR, new Form(null))).isEmpty();
        assertThat(reasons("POST_01890A5dac96774bbcceb30209")).isEmpty();
        assertThat(reasons("01890a5d-ac96-774b-bcce-b302099a8057")).isEmpty();
    }

    @Test
    @Tag("TI-9")
    void text_ofAnIdOverANumber_orAnAlternative_isValid() {
        assertThat(faults(VALIDATOR, new EventForm("valid_evt_1ftjbusjplqtd"))).isEmpty();
        assertThat(faults(VALIDATOR, new EventForm("6820698575169822721"))).isEmpty();
        assertThat(faults(VALIDATOR, new EventForm("valid_evt_3w5e11264sgsg")))
                .singleElement()
                .asString()
                .startsWith("OVERFLOW");
    }

    @Test
    void text_ofAnotherType_isRefusedForItsPrefix() {
        assertThat(faults(VALIDATOR, new Form(IdType.of(PostalId.class).next().text())))
                .containsExactly(
                        "PREFIX: must be an id of the kind that belongs here: its prefix is missing, or that of"
                                + " another kind");
    }

    @Test
    void text_withAFault_hasTheReasonOfParsing() {
        String good = IdType.of(PostId.class).next().text();

        assertThat(reasons(good + "0")).containsExactly("LENGTH");
        assertThat(reasons("post")).containsExactly("PREFIX");
        assertThat(reasons("x".repeat(5000))).containsExactly("LENGTH");
        assertThat(reasons("post_81890a5dac96774bbcceb30209")).containsExactly("OVERFLOW");
        assertThat(faults(VALIDATOR, new StrictForm("valid_strict_03E3w9q6u75zrqc18pecpdavv")))
                .singleElement()
                .asString()
                .startsWith("CASE");
        assertThat(reasons("post_01890u5dac96774bbcceb30209")).containsExactly("CHARACTER");
    }

    @Test
    void classWithoutAPrefix_isRefused() {
        assertThatExceptionOfType(ValidationException.class)
                .isThrownBy(() -> VALIDATOR.validate(new Refused("x")))
                .withStackTraceContaining("has no prefix");
    }

    @Test
    void bundle_hasATextForEachReason() {
        ResourceBundle bundle = ResourceBundle.getBundle("ContributorValidationMessages", Locale.ROOT);

        assertThat(Arrays.stream(InvalidIdReason.values()).map(reason -> IdOf.class.getName() + "." + reason.name()))
                .allMatch(bundle::containsKey);
    }
}
