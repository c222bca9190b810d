package io.counterfoil.idempotency;

import static io.counterfoil.idempotency.TestRequests.TEXT;
import static io.counterfoil.idempotency.TestRequests.assertReplayed;
import static io.counterfoil.idempotency.TestRequests.freshKey;
import static io.counterfoil.idempotency.TestRequests.request;
import static io.counterfoil.idempotency.TestRequests.unreached;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Codecs around another one: what the store holds, and what a duplicate gets. */
@Tag("RQ-21")
class ProtectedResultTest {

    private static final String RESULT = "IBAN DE02 1203 0000 0000 2020 51, ".repeat(200);

    private final InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    private final KeyedRequest request = request(freshKey(), "contents");

    /** The two modes, over one store each. */
    enum In {
        TRANSACTION,
        LEASE
    }

    private Idempotency engine(In mode) {
        return mode == In.TRANSACTION ? Idempotency.on(store) : Idempotency.on(store, LeasePolicy.DEFAULT);
    }

    @ParameterizedTest
    @EnumSource(In.class)
    void encryptedResult_isReplayed_andNowhereInTheStore(In mode) {
        PayloadCodec<String> encrypted = new EncryptedText("0123456789abcdef");

        Outcome<String> first = engine(mode).execute(request, encrypted, execution -> Completion.remember(RESULT));

        assertThat(first).isInstanceOf(Outcome.Executed.class);
        assertThat(stored()).doesNotContain("IBAN");
        assertReplayed(engine(mode).execute(request, encrypted, unreached()), RESULT);
        assertThatThrownBy(() -> engine(mode).execute(request, new EncryptedText("fedcba9876543210"), unreached()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the stored result was encrypted with another key, or is damaged");
        assertThatThrownBy(() -> engine(mode).execute(request, TEXT, unreached()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("format 7");
    }

    @ParameterizedTest
    @EnumSource(In.class)
    void redactedResult_isWhatADuplicateGets_andTheFirstGetsTheWhole(In mode) {
        PayloadCodec<String> redacted = PayloadCodec.of(
                8, text -> text.replaceAll("DE[0-9 ]+", "…").getBytes(UTF_8), bytes -> new String(bytes, UTF_8));

        Outcome<String> first = engine(mode)
                .execute(request, redacted, execution -> Completion.remember("IBAN DE02 1203 0000 is booked"));

        assertThat(first)
                .isInstanceOfSatisfying(
                        Outcome.Executed.class,
                        executed -> assertThat(executed.value()).isEqualTo("IBAN DE02 1203 0000 is booked"));
        assertThat(stored()).doesNotContain("DE02");
        assertReplayed(engine(mode).execute(request, redacted, unreached()), "IBAN …is booked");
    }

    @ParameterizedTest
    @EnumSource(In.class)
    void resultThatIsNotStored_isRebuiltFromItsReference(In mode) {
        Supplier<String> account = () -> "balance 9950";
        PayloadCodec<String> reference = PayloadCodec.of(
                9,
                text -> "account 7".getBytes(UTF_8),
                bytes -> new String(bytes, UTF_8).equals("account 7") ? account.get() : "unknown");

        engine(mode).execute(request, reference, execution -> Completion.remember("balance 10000"));

        assertThat(stored()).contains("account 7").doesNotContain("balance");
        assertReplayed(engine(mode).execute(request, reference, unreached()), "balance 9950");
    }

    private String stored() {
        return new String(store.find(request.key()).orElseThrow().payload().toByteArray(), UTF_8);
    }

    /** AES in Galois/Counter mode, with a nonce of its own for each result in front of it. */
    private record EncryptedText(String key) implements PayloadCodec<String> {

        private static final int FORMAT = 7;
        private static final int NONCE = 12;

        @Override
        public Payload encode(String value) {
            byte[] nonce = new byte[NONCE];
            new SecureRandom().nextBytes(nonce);
            byte[] sealed = crypt(Cipher.ENCRYPT_MODE, nonce, TEXT.encode(value).toByteArray());
            return new Payload(
                    FORMAT,
                    ByteBuffer.allocate(NONCE + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        }

        @Override
        public String decode(Payload payload) {
            if (payload.format() != FORMAT) {
                throw new IllegalArgumentException(
                        "a result stored in format " + payload.format() + " is not encrypted");
            }
            byte[] nonce = new byte[NONCE];
            byte[] sealed = new byte[payload.length() - NONCE];
            ByteBuffer.wrap(payload.toByteArray()).get(nonce).get(sealed);
            return TEXT.decode(new Payload(1, crypt(Cipher.DECRYPT_MODE, nonce, sealed)));
        }

        private byte[] crypt(int mode, byte[] nonce, byte[] bytes) {
            try {
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(mode, new SecretKeySpec(key.getBytes(UTF_8), "AES"), new GCMParameterSpec(128, nonce));
                return cipher.doFinal(bytes);
            } catch (GeneralSecurityException failure) {
                throw new IllegalArgumentException(
                        "the stored result was encrypted with another key, or is damaged", failure);
            }
        }
    }
}
