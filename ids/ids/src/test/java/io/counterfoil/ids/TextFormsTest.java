package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every pair of forms that a type could declare: whether it is refused, against what the two read. */
@Tag("TI-9")
class TextFormsTest {

    private static final int SAMPLES = 200;

    private static List<TextForm> forms(ValueKind kind) {
        List<TextForm> forms = new ArrayList<>();
        for (IdFormat format : IdFormat.values()) {
            Body body = kind.body(format);
            if (body != null) {
                forms.add(TextForm.of("pair", format, true, body));
                if (body instanceof Body.Fixed fixed && format != IdFormat.HEX) {
                    forms.add(TextForm.of("pair", format, false, new Body.Unpadded(fixed)));
                }
            }
        }
        return forms;
    }

    /** Values of every size, so that the unpadded texts have every length. */
    private static List<Object> values(ValueKind kind) {
        Random random = new Random(9);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            byte[] bytes = new byte[kind.length()];
            random.nextBytes(bytes);
            for (int zero = 0; zero < i % bytes.length; zero++) {
                bytes[zero] = 0;
            }
            values.add(kind.value(bytes));
        }
        values.add(kind.value(new byte[kind.length()]));
        return values;
    }

    private static String text(TextForm form, Object value) {
        if (form.body() instanceof Body.Decimal) {
            return form.prefix() + Long.toUnsignedString((Long) value);
        }
        Body.Fixed fixed = form.body() instanceof Body.Unpadded unpadded ? unpadded.padded() : (Body.Fixed) form.body();
        byte[] ascii = new byte[fixed.length()];
        fixed.write(value, ascii, 0);
        int zeros = 0;
        while (!form.padded() && zeros < ascii.length - 1 && ascii[zeros] == fixed.zero()) {
            zeros++;
        }
        return form.prefix() + new String(ascii, StandardCharsets.US_ASCII).substring(zeros);
    }

    @ParameterizedTest
    @EnumSource
    void everyForm_readsItsOwnTexts(ValueKind kind) {
        for (TextForm form : forms(kind)) {
            for (Object value : values(kind)) {
                assertThat(form.tryParse(text(form, value))).as("%s", form).isEqualTo(value);
                assertThat(form.tryParseLenient(text(form, value)))
                        .as("%s", form)
                        .isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoFormsThatAreAllowed_readNoTextAsTwoIds(ValueKind kind) {
        for (TextForm one : forms(kind)) {
            for (TextForm other : forms(kind)) {
                if (!one.contradicts(other)) {
                    for (Object value : values(kind)) {
                        Object read = other.tryParse(text(one, value));
                        assertThat(read == null || read.equals(value))
                                .as("%s as %s", text(one, value), other)
                                .isTrue();
                    }
                }
            }
        }
    }

    /** By a text of digits that nearly all alphabets have; the rule refuses one pair too many, because its bases differ. */
    @ParameterizedTest
    @EnumSource
    void twoFormsThatAreRefused_doReadATextAsTwoIds(ValueKind kind) {
        for (TextForm one : forms(kind)) {
            for (TextForm other : forms(kind)) {
                if (one.contradicts(other) && !isRefusedNeedlessly(kind, one, other)) {
                    assertThat(hasTextOfTwoIds(one, other))
                            .as("%s, %s", one, other)
                            .isTrue();
                }
            }
        }
    }

    /** Of an ObjectId, base 62 begins with 0, which base 58 has not, or with 1, which is the zero of base 58. */
    private static boolean isRefusedNeedlessly(ValueKind kind, TextForm one, TextForm other) {
        return kind == ValueKind.OBJECT_ID
                && Set.of(one.toString(), other.toString()).equals(Set.of("pair_unpadded BASE58", "pair_BASE62"));
    }

    private static boolean hasTextOfTwoIds(TextForm one, TextForm other) {
        for (int length = 2; length <= one.body().longest(); length++) {
            for (String first : List.of("0", "1", "2")) {
                String text = one.prefix() + first + "2".repeat(length - 1);
                Object read = one.tryParse(text);
                Object otherwise = other.tryParse(text);
                if (read != null && otherwise != null && !Objects.equals(read, otherwise)) {
                    return true;
                }
            }
        }
        return false;
    }
}
