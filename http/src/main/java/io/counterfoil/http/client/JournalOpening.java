package io.counterfoil.http.client;

import io.counterfoil.http.client.Journal.JournalException;
import io.counterfoil.http.client.JournalIndex.Kept;
import io.counterfoil.idempotency.key.RequestId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a journal's last process has left, or begins a journal. */
final class JournalOpening implements JournalScan.Reader {

    private static final Logger LOG = LoggerFactory.getLogger(FileJournal.class);

    private final Path path;
    private final JournalIndex index;

    private JournalOpening(Path path, JournalIndex index) {
        this.path = path;
        this.index = index;
    }

    /**
     * The directory's journal, ready to be added to.
     *
     * @param index filled with what is pending
     */
    static JournalFile open(JournalDirectory directory, JournalDisk disk, JournalIndex index) throws IOException {
        Path path = directory.journal();
        if (!Files.exists(path)) {
            begin(directory, disk);
        }
        directory.deleteSuccessor();
        JournalFile file = JournalFile.open(path, disk, new JournalOpening(path, index));
        try {
            long torn = file.torn();
            if (torn > 0) {
                LOG.warn(
                        "The journal {} ends in {} bytes, from offset {}, that a crash has torn; they are cut off, and nobody"
                                + " was told that they had been kept",
                        path,
                        torn,
                        file.size());
                file.cutTo(file.size());
            }
            return file;
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
    }

    private static void begin(JournalDirectory directory, JournalDisk disk) throws IOException {
        Path successor = directory.createSuccessor();
        try (JournalFile begun = JournalFile.begin(successor, directory.journal(), disk)) {
            begun.force();
        }
        directory.install(successor);
        directory.force();
    }

    @Override
    public void read(JournalRecord record, long offset) {
        switch (record.kind()) {
            case JournalRecord.OPENED -> opened(record.content(), offset);
            case JournalRecord.SETTLED ->
                index.remove(new RequestId(new String(record.content(), StandardCharsets.UTF_8)));
            default -> throw unreadable(offset, "a record of kind " + record.kind());
        }
    }

    private void opened(byte[] encoded, long offset) {
        try {
            Kept kept = new Kept(JournalEntry.decode(encoded), encoded);
            index.add(kept);
            index.written(kept, offset);
        } catch (IllegalArgumentException unknown) {
            throw unreadable(offset, String.valueOf(unknown.getMessage()));
        }
    }

    private JournalException unreadable(long offset, String what) {
        return new JournalException(
                "the journal " + path + " has at offset " + offset + " what this version cannot read: " + what);
    }
}
