package io.counterfoil.benchmarks.outbox;

/** An outbox with its own schema and pool of connections. Its handler only counts. */
interface Contestant extends AutoCloseable {

    /** The name in the tables. */
    String name();

    /** Writes so many events in one transaction, ten of each key. */
    void write(int events) throws Exception;

    /** Begins to hand out what was written. */
    void start();

    /** Ends to hand out, until it is started again. */
    void stop();

    /** How many events the handler has received. */
    long handled();

    @Override
    void close();
}
