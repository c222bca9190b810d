package io.counterfoil.story.scan;

import io.counterfoil.story.scan.LogSource.Packing;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.ZipException;

/**
 * Passes over logs. Plain files are memory-mapped and divided into segments at line breaks; other files are streams
 * that are read in large chunks. All processors process segments and streams in turn.
 *
 * <p>Memory: mapped files are outside of the heap; a stream has a buffer of a few megabytes.
 *
 * <p>Not thread-safe. It starts and stops its own threads.
 */
public final class Scan implements AutoCloseable {

    /** The longest line, in bytes; of a longer line, a part of this length is read. */
    public static final int MAX_LINE = 1 << 20;

    private static final int MARKS_AT_ONCE = 512;

    private final List<LogSource> sources;
    private final List<MappedLog> mapped = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final int threads;
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong unpacked = new AtomicLong();
    private final AtomicLong packedDone = new AtomicLong();
    private final AtomicInteger passes = new AtomicInteger();
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

    /** Access to a mapped file. */
    private interface Reading {
        void run() throws IOException;
    }

    /** Processes the task with this number on one thread. */
    private interface Worker {
        void run(int number) throws IOException;
    }

    /** One task. */
    private interface Task {
        void run(LineFinder finder) throws IOException;
    }

    /**
     * Opens files.
     *
     * @param following whether text after the last line feed of a plain file is still being written and left for later
     * @throws IOException if a file cannot be read
     */
    public Scan(List<LogSource> sources, int threads, boolean following) throws IOException {
        this.sources = List.copyOf(sources);
        this.threads = threads;
        for (LogSource source : sources) {
            if (source.packing() == Packing.UNREADABLE) {
                problems.add("%s is packed in a way that is not read: none of its lines was searched"
                        .formatted(source.name()));
            } else if (source.packing() == Packing.PLAIN) {
                MappedLog log = new MappedLog(source, following);
                mapped.add(log);
                for (int segment = 0; segment < log.segments(); segment++) {
                    int number = segment;
                    tasks.add(finder -> segment(log, number, finder));
                }
            } else {
                // First, because it cannot be shared among threads.
                tasks.add(0, finder -> stream(source, finder.withLinesOfMarks()));
            }
        }
    }

    /**
     * Reads all files once and emits the lines that contain a needle.
     *
     * @throws IOException if a file cannot be read. A corrupt file is read as far as possible, see {@link #problems}.
     */
    public void pass(Needles needles, LineSink sink) throws IOException {
        pass(() -> new LineFinder(needles, sink));
    }

    /**
     * Reads all files once, emits the lines that contain one of the texts, and records the marks.
     *
     * @throws IOException if a file cannot be read. A corrupt file is read as far as possible, see {@link #problems}.
     */
    public void pass(Collection<String> texts, Marks marks, LineSink sink) throws IOException {
        Needles needles = Needles.of(texts, marks.texts());
        pass(() -> new LineFinder(needles, Optional.of(marks), sink));
    }

    /**
     * Emits the line of each recorded mark. A line with two marks is emitted twice.
     *
     * @throws IOException if a file cannot be read
     */
    public void lines(Marks marks, LineSink sink) throws IOException {
        int parts = (marks.count() + MARKS_AT_ONCE - 1) / MARKS_AT_ONCE;
        share(parts, () -> part -> {
            int end = Math.min(marks.count(), (part + 1) * MARKS_AT_ONCE);
            for (int number = part * MARKS_AT_ONCE; number < end; number++) {
                line(marks.source(number), marks.offset(number), sink);
            }
        });
    }

    private void line(int source, long offset, LineSink sink) throws IOException {
        for (MappedLog log : mapped) {
            if (log.source().index() == source) {
                whole(log, () -> sink.line(log.lineAt(offset)));
            }
        }
    }

    private void pass(Supplier<LineFinder> finders) throws IOException {
        passes.incrementAndGet();
        done.set(0);
        unpacked.set(0);
        packedDone.set(0);
        share(tasks.size(), () -> {
            LineFinder finder = finders.get();
            return number -> tasks.get(number).run(finder);
        });
    }

    /** All threads take tasks in turn, each with its own worker, until none is left or one has failed. */
    private void share(int count, Supplier<Worker> workers) throws IOException {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable work = () -> {
            Worker worker = workers.get();
            for (int number = next.getAndIncrement();
                    number < count && failure.get() == null;
                    number = next.getAndIncrement()) {
                try {
                    worker.run(number);
                } catch (IOException | RuntimeException | Error e) {
                    failure.compareAndSet(null, e);
                }
            }
        };
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, count); i++) {
            Thread helper = new Thread(work, "scan-" + i);
            helper.setDaemon(true);
            helper.start();
            helpers.add(helper);
        }
        work.run();
        for (Thread helper : helpers) {
            join(helper);
        }
        Throwable thrown = failure.get();
        if (thrown instanceof IOException e) {
            throw e;
        } else if (thrown instanceof RuntimeException e) {
            throw e;
        } else if (thrown instanceof Error e) {
            throw e;
        }
    }

    /** The number of files. */
    public int files() {
        return sources.size();
    }

    /** The number of bytes of a pass, as far as known: compressed files count with their compressed size. */
    public long size() {
        long size = 0;
        for (MappedLog log : mapped) {
            size += log.size();
        }
        for (LogSource source : sources) {
            if (source.packing() != Packing.PLAIN) {
                size += source.path().toFile().length();
            }
        }
        return size;
    }

    /** The number of passes that were started. Thread-safe. */
    public int passes() {
        return passes.get();
    }

    /**
     * The number of bytes that the current pass has read; compressed files count when they are finished. Thread-safe.
     */
    public long done() {
        return done.get();
    }

    /** The number of decompressed bytes that the last pass has read. */
    public long bytes() {
        return done.get() - packedDone.get() + unpacked.get();
    }

    /** The number of bytes of a plain file that a pass reads: its length at the start. */
    public long length(LogSource source) {
        return mapped.stream()
                .filter(log -> log.source().equals(source))
                .mapToLong(MappedLog::size)
                .sum();
    }

    /** Messages about unreadable parts of files, one sentence each. */
    public List<String> problems() {
        synchronized (problems) {
            return problems.stream().distinct().toList();
        }
    }

    @Override
    public void close() throws IOException {
        for (MappedLog log : mapped) {
            log.close();
        }
    }

    private void segment(MappedLog log, int number, LineFinder finder) throws IOException {
        whole(log, () -> done.addAndGet(log.search(number, finder)));
    }

    private void whole(MappedLog log, Reading reading) throws IOException {
        try {
            reading.run();
        } catch (InternalError e) {
            // The JVM throws this for a page that no longer exists.
            problems.add("%s was truncated while it was read; part of it was not read"
                    .formatted(log.source().name()));
        }
    }

    private void stream(LogSource source, LineFinder finder) throws IOException {
        try (InputStream in = source.unpacked()) {
            lines(source, in, finder);
        } catch (ZipException | EOFException e) {
            broken(source, e);
        }
        long packed = source.path().toFile().length();
        packedDone.addAndGet(packed);
        done.addAndGet(packed);
    }

    private void lines(LogSource source, InputStream in, LineFinder finder) {
        byte[] chunk = new byte[4 * MAX_LINE];
        ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
        int filled = 0;
        long base = 0;
        boolean end = false;
        while (!end) {
            try {
                int read = in.read(chunk, filled, chunk.length - filled);
                end = read < 0;
                filled += Math.max(0, read);
                unpacked.addAndGet(Math.max(0, read));
            } catch (IOException | RuntimeException e) {
                // The exception for a corrupt compressed file depends on the format and on the position.
                broken(source, e);
                end = true;
            }
            if (end || filled == chunk.length) {
                bytes.limit(filled);
                // The lines after a found line may be needed, so the last lines wait for the next chunk.
                int whole = end
                        ? filled
                        : LineFinder.lineStart(bytes, filled - MAX_LINE, filled - FollowingLines.MAX_BYTES);
                finder.search(source, bytes, 0, whole, base);
                System.arraycopy(chunk, whole, chunk, 0, filled - whole);
                base += whole;
                filled -= whole;
            }
        }
    }

    private void broken(LogSource source, Exception e) {
        problems.add("%s cannot be read completely (%s); the part before the error was read"
                .formatted(source.name(), e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
