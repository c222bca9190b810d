package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.ResultPolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written for an answer, byte for byte: another version of the library has to read it. */
@Timeout(300)
class StoredResultTest {

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    private final Idempotency engine = Idempotency.on(store);

    /** What is kept of an answer. */
    private Payload kept(Completion<byte[]> completion, ResultPolicy limits) {
        KeyedRequest request = request(freshKey(), "contents");
        engine.with(IdempotencyPolicy.DEFAULT.withResults(results -> limits))
                .execute(request, PayloadCodec.BYTES, execution -> completion);
        return store.find(request.key()).orElseThrow().payload();
    }

    /** What is answered where these bytes are kept. */
    private Outcome<String> answered(int... kept) {
        byte[] bytes = new byte[kept.length];
        for (int i = 0; i < kept.length; i++) {
            bytes[i] = (byte) kept[i];
        }
        return answered(bytes);
    }

    private Outcome<String> answered(byte[] kept) {
        KeyedRequest request = request(freshKey(), "contents");
        store.within(claims -> claims.complete(
                ((Claim.Acquired) claims.claim(request)).lease(), request, new Payload(1, kept), Retention.FOREVER));
        return engine.execute(request, TEXT, unreached());
    }

    private static byte[] deflated(int length, byte[] plain) {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] buffer = new byte[plain.length + 100];
        int deflatedLength = deflater.deflate(buffer);
        deflater.end();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        kept.write(2);
        kept.writeBytes(ByteBuffer.allocate(4).putInt(length).array());
        kept.write(buffer, 0, deflatedLength);
        return kept.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("RQ-7")
    void shortAnswer_isKeptAsItIs_behindOneByte() {
        assertThat(kept(Completion.remember(new byte[] {7, 8}), ResultPolicy.DEFAULT))
                .isEqualTo(new Payload(0, new byte[] {1, 7, 8}));
        assertThat(kept(Completion.remember(new byte[0]), ResultPolicy.DEFAULT))
                .isEqualTo(new Payload(0, new byte[] {1}));
    }

    @Test
    @Tag("RQ-14")
    void refusal_isABitOfThatByte() {
        assertThat(kept(Completion.refuse(new byte[] {7}), ResultPolicy.DEFAULT))
                .isEqualTo(new Payload(0, new byte[] {0x11, 7}));
        assertThat(answered(0x11, 'n', 'o')).isInstanceOfSatisfying(Outcome.Replayed.class, replayed -> {
            assertThat(replayed.refusal()).isTrue();
            assertThat(replayed.value()).isEqualTo("no");
        });
        assertThat(answered(1, 'n', 'o'))
                .isInstanceOfSatisfying(
                        Outcome.Replayed.class,
                        replayed -> assertThat(replayed.refusal()).isFalse());
    }

    @Test
    @Tag("RQ-15")
    void answerOverTheLimit_isOneByte() {
        assertThat(kept(Completion.remember(new byte[4]), ResultPolicy.DEFAULT.withMaxBytes(3))
                        .toByteArray())
                .containsExactly(0);
        assertThat(kept(Completion.refuse(new byte[4]), ResultPolicy.DEFAULT.withMaxBytes(3))
                        .toByteArray())
                .containsExactly(0x10);
        assertThat(kept(Completion.remember(new byte[0]), ResultPolicy.DEFAULT.withMaxBytes(0))
                        .toByteArray())
                .containsExactly(1);
        assertThat(answered(0)).isInstanceOf(Outcome.ResultNotStored.class);
        assertThat(answered(0x10)).isInstanceOf(Outcome.ResultNotStored.class);
    }

    @Test
    @Tag("RQ-15")
    void answer_isCompressedFromTheThresholdOn_whereThatIsShorter() {
        byte[] dull = new byte[4096];
        byte[] noise = new byte[4096];
        new Random(7).nextBytes(noise);

        byte[] compressed =
                kept(Completion.remember(dull), ResultPolicy.DEFAULT).toByteArray();

        assertThat(Arrays.copyOf(compressed, 5)).containsExactly(2, 0, 0, 0x10, 0);
        assertThat(compressed).hasSizeLessThan(100);
        assertThat(kept(Completion.refuse(dull), ResultPolicy.DEFAULT).at(0)).isEqualTo((byte) 0x12);
        assertThat(kept(Completion.remember(noise), ResultPolicy.DEFAULT).length())
                .isEqualTo(4097);
        assertThat(kept(Completion.remember(new byte[4095]), ResultPolicy.DEFAULT)
                        .length())
                .isEqualTo(4096);
        assertThat(kept(Completion.remember(dull), ResultPolicy.DEFAULT.withCompressFrom(Integer.MAX_VALUE))
                        .length())
                .isEqualTo(4097);
        assertThat(kept(Completion.remember(new byte[0]), ResultPolicy.DEFAULT.withCompressFrom(0))
                        .toByteArray())
                .containsExactly(1);
    }

    /** Answers that get longer by bytes that compress well: at some length both forms are near each other. */
    @Test
    @Tag("RQ-15")
    void answer_isKeptInTheShorterOfTheTwoForms() {
        byte[] noise = new byte[100];
        new Random(7).nextBytes(noise);
        List<Integer> gains = new ArrayList<>();
        for (int length = 100; length < 160; length++) {
            byte[] answer = Arrays.copyOf(noise, length);
            Payload plain = kept(Completion.remember(answer), ResultPolicy.DEFAULT.withCompressFrom(Integer.MAX_VALUE));
            Payload kept = kept(Completion.remember(answer), ResultPolicy.DEFAULT.withCompressFrom(0));

            assertThat(kept.length()).isLessThanOrEqualTo(plain.length());
            assertThat(kept.at(0)).as("form").isEqualTo((byte) (kept.length() < plain.length() ? 2 : 1));
            gains.add(plain.length() - kept.length());
        }
        assertThat(gains).as("from no gain on, by single bytes").contains(0, 1, 2);
    }

    @Test
    @Tag("RQ-7")
    void compressedAnswerOfAnotherCompressor_isRead() {
        String text = "the same again, ".repeat(1000);

        assertReplayed(answered(deflated(text.length(), utf8(text))), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 0x0f, 0x13})
    void formOfALaterVersion_isRefusedByItsNumber(int first) {
        assertThatThrownBy(() -> answered(first, 'x'))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("form " + (first & 0x0f))
                .hasMessageContaining("0 to 2");
    }

    @Test
    void formatOfAnotherCodec_isRefusedByItsNumber() {
        KeyedRequest request = request(freshKey(), "contents");
        engine.execute(request, PayloadCodec.BYTES, execution -> Completion.remember(new byte[1]));

        assertThatThrownBy(() -> engine.execute(request, TEXT, unreached()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("format 0")
                .hasMessageContaining("format 1");
    }

    @Test
    void damagedAnswer_isRefused() {
        byte[] whole = deflated(1000, new byte[1000]);
        byte[] cut = Arrays.copyOf(whole, whole.length - 6);
        byte[] changed = deflated(26, utf8("abcdefghijklmnopqrstuvwxyz"));
        changed[12] ^= 1;
        byte[] notDeflated = {2, 0, 0, 0, 2, 'h', 'o', 'p', 'e'};
        for (byte[] damaged : new byte[][] {
            {}, {2}, {2, 0, 0, 0}, {2, 0, 0, 0, 0}, cut, changed, notDeflated, deflated(1001, new byte[1000])
        }) {
            assertThatThrownBy(() -> answered(damaged))
                    .as(Arrays.toString(damaged))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    @Tag("RQ-7")
    void answerThatIsLongerThanItsLength_isDamaged_notCutOff() {
        assertThatThrownBy(() -> answered(deflated(999, new byte[1000])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("999");
        assertThatThrownBy(() -> answered(deflated(0, new byte[1000])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("damaged");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30, 200_000})
    @Tag("RQ-15")
    void lengthThatTheContentCannotHave_isRefused_beforeMemoryIsTaken(int length) {
        assertThatThrownBy(() -> answered(deflated(length, new byte[1000])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its length is " + length);
    }
}
