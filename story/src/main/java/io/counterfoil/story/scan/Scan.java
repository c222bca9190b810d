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
 * Passes over logs. A plain file is mapped into memory, and cut into segments that end with lines; anything else is a stream, read in
 * large chunks. All processors take segments and streams in turn.
 *
 * <p>Memory: the mapped files are not of the heap; a stream has a buffer of some megabytes.
 *
 * <p>For one thread; it starts its own, and ends them.
 */
public final class Scan implements AutoCloseable {

    /** Of a longer line, in bytes, a part of this length is looked at. */
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

    /** What touches a mapped file. */
    private interface Reading {
        void run() throws IOException;
    }

    /** What one thread does, for the part of the work with this number. */
    private interface Worker {
        void run(int number) throws IOException;
    }

    /** A part of the work. */
    private interface Task {
        void run(LineFinder finder) throws IOException;
    }

    /**
     * Of these files, by as many threads.
     *
     * @param following whether what stands behind the last line feed of a plain file is still being written, and left for later
     * @throws IOException when one cannot be read
     */
    public Scan(List<LogSource> sources, int threads, boolean following) throws IOException {
        this.sources = List.copyOf(sources);
        this.threads = threads;
        for (LogSource source : sources) {
            if (source.packing() == Packing.PLAIN) {
                MappedLog log = new MappedLog(source, following);
                mapped.add(log);
                for (int segment = 0; segment < log.segments(); segment++) {
                    int number = segment;
                    tasks.add(finder -> segment(log, number, finder));
                }
            } else {
                // First, since it cannot be shared with another thread.
                tasks.add(0, finder -> stream(source, finder.withLinesOfMarks()));
            }
        }
    }

    /**
     * Goes over all the files once, and gives out the lines that have a needle in them.
     *
     * @throws IOException when a file cannot be read any more. What can be read of one that is broken is read, see {@link #problems}.
     */
    public void pass(Needles needles, LineSink sink) throws IOException {
        pass(() -> new LineFinder(needles, sink));
    }

    /**
     * Goes over all the files once, gives out the lines that have one of the texts in them, and notes the marks.
     *
     * @throws IOException when a file cannot be read any more. What can be read of one that is broken is read, see {@link #problems}.
     */
    public void pass(Collection<String> texts, Marks marks, LineSink sink) throws IOException {
        Needles needles = Needles.of(texts, marks.texts());
        pass(() -> new LineFinder(needles, Optional.of(marks), sink));
    }

    /**
     * Gives out the line of each mark that was noted. The line of two marks comes twice.
     *
     * @throws IOException when a file cannot be read any more
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

    /** All threads take the next one in turn, each with a worker of its own, until there is none left or one has failed. */
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

    /** How many files there are. */
    public int files() {
        return sources.size();
    }

    /** How many bytes of the files a pass goes over, as far as it is known: packed files count as they are. */
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

    /** How many passes were begun. Of any thread. */
    public int passes() {
        return passes.get();
    }

    /** How many bytes of the files the current pass has gone over: packed files count when they are done. Of any thread. */
    public long done() {
        return done.get();
    }

    /** How many bytes of text the last pass has gone over. */
    public long bytes() {
        return done.get() - packedDone.get() + unpacked.get();
    }

    /** How far a pass has read a plain file, in bytes: the length that it had at the start. */
    public long length(LogSource source) {
        return mapped.stream()
                .filter(log -> log.source().equals(source))
                .mapToLong(MappedLog::size)
                .sum();
    }

    /** What could not be read, one sentence each. */
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
            // What the JVM makes of a page that is not there any more.
            problems.add("%s became shorter while it was read; a part of it was not read"
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
                // What a packed file throws when it is broken depends on the packing, and on where it is broken.
                broken(source, e);
                end = true;
            }
            if (end || filled == chunk.length) {
                bytes.limit(filled);
                // What stands behind a line may be asked for, so that the last lines wait for more.
                int whole = end ? filled : LineFinder.lineStart(bytes, filled - MAX_LINE, filled - Behind.MAX_BYTES);
                finder.search(source, bytes, 0, whole, base);
                System.arraycopy(chunk, whole, chunk, 0, filled - whole);
                base += whole;
                filled -= whole;
            }
        }
    }

    private void broken(LogSource source, Exception e) {
        problems.add("%s cannot be unpacked to its end (%s); what stands before is read"
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
