package io.counterfoil.retry.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RC-1")
class JournalEntryTest {

    private final JournalEntry entry = JournalEntries.entry("key-1");

    @Test
    void encoded_isDecodedToTheSame() {
        assertThat(JournalEntry.decode(entry.encoded())).isEqualTo(entry).hasSameHashCodeAs(entry);
    }

    @Test
    void entry_ofAnyOtherPart_isAnother() {
        List<JournalEntry> others = List.of(
                changed(new RequestId("key-2"), true, "POST", "http://a", List.of(), "b", "p", Instant.EPOCH),
                changed(new RequestId("key-1"), false, "POST", "http://a", List.of(), "b", "p", Instant.EPOCH),
                changed(new RequestId("key-1"), true, "PUT", "http://a", List.of(), "b", "p", Instant.EPOCH),
                changed(new RequestId("key-1"), true, "POST", "http://b", List.of(), "b", "p", Instant.EPOCH),
                changed(
                        new RequestId("key-1"),
                        true,
                        "POST",
                        "http://a",
                        List.of(new JournalField("A", "b")),
                        "b",
                        "p",
                        Instant.EPOCH),
                changed(new RequestId("key-1"), true, "POST", "http://a", List.of(), "c", "p", Instant.EPOCH),
                changed(new RequestId("key-1"), true, "POST", "http://a", List.of(), "b", "q", Instant.EPOCH),
                changed(new RequestId("key-1"), true, "POST", "http://a", List.of(), "b", "p", Instant.MAX));
        JournalEntry one =
                changed(new RequestId("key-1"), true, "POST", "http://a", List.of(), "b", "p", Instant.EPOCH);

        assertThat(others).doesNotContain(one).doesNotHaveDuplicates();
        assertThat(one).isNotEqualTo("key-1");
        assertThat(others.stream().map(one::isSameRequestAs))
                .containsExactly(false, true, false, false, true, true, true, true);
        assertThat(others.stream().map(JournalEntry::keyInHeader))
                .containsExactly(true, false, true, true, true, true, true, true);
        assertThat(others.subList(0, 7))
                .allSatisfy(other ->
                        assertThat(JournalEntry.decode(other.encoded())).isEqualTo(other));
    }

    private static JournalEntry changed(
            RequestId requestId,
            boolean keyInHeader,
            String method,
            String uri,
            List<JournalField> headers,
            String body,
            String attemptPrefix,
            Instant openedAt) {
        return new JournalEntry(
                requestId,
                keyInHeader,
                method,
                URI.create(uri),
                headers,
                body.getBytes(StandardCharsets.UTF_8),
                attemptPrefix,
                openedAt);
    }

    @Test
    void encoded_withNothingButWhatIsNeeded_isDecoded() {
        JournalEntry bare = changed(new RequestId("k"), true, "GET", "http://a", List.of(), "", "", Instant.EPOCH);

        assertThat(JournalEntry.decode(bare.encoded())).isEqualTo(bare);
    }

    @Test
    void encoded_cutAnywhere_isRefused() {
        byte[] encoded = entry.encoded();
        for (int length = 0; length < encoded.length; length++) {
            byte[] cut = Arrays.copyOf(encoded, length);
            assertThatIllegalArgumentException().isThrownBy(() -> JournalEntry.decode(cut));
        }
    }

    @Test
    void encoded_withMoreBehindIt_isRefused() {
        byte[] longer = Arrays.copyOf(entry.encoded(), entry.encoded().length + 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalEntry.decode(longer))
                .withMessageContaining("1 bytes too many");
    }

    @Test
    void encoded_inAnotherForm_isRefusedByItsNumber() {
        byte[] newer = entry.encoded();
        newer[0] = 9;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalEntry.decode(newer))
                .withMessageContaining("form 9");
    }

    @Test
    void encoded_withOtherThanYesOrNo_isRefused() {
        byte[] changed = entry.encoded();
        changed[1 + 4 + "key-1".length()] = 2;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalEntry.decode(changed))
                .withMessageContaining("2 where 0 or 1 belongs");
    }

    @Test
    void encoded_withFewerThanNoFields_isRefused() {
        JournalEntry bare = new JournalEntry(
                new RequestId("key-1"), true, "GET", URI.create("http://a"), List.of(), new byte[0], "", Instant.EPOCH);
        byte[] changed = bare.encoded();
        int count = 1 + 4 + "key-1".length() + 1 + 4 + "GET".length() + 4 + "http://a".length();
        assertThat(Arrays.copyOfRange(changed, count, count + 4)).containsOnly(0);
        Arrays.fill(changed, count, count + 4, (byte) -1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JournalEntry.decode(changed))
                .withMessageContaining("cut off");
    }

    @Test
    void encodedEntry_withChangedBytes_isReadOrRejected() {
        Random random = new Random(11);
        byte[] encoded = entry.encoded();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = encoded.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                JournalEntry read = JournalEntry.decode(changed);
                assertThat(JournalEntry.decode(read.encoded())).isEqualTo(read);
            } catch (IllegalArgumentException unreadable) {
                assertThat(unreadable).hasMessageNotContaining(JournalEntries.SECRET_WORD);
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void text_showsNeitherBodyNorHeadersNorQuery() {
        assertThat(entry)
                .asString()
                .contains("POST payments.example/v1/payments", "key-1")
                .doesNotContain(JournalEntries.SECRET_WORD, "X-Note");
    }

    @Test
    void body_isCopied() {
        entry.body()[0] = 'X';

        assertThat(entry).isEqualTo(JournalEntries.entry("key-1"));
    }
}
