package io.counterfoil.testkit.broker;

import java.io.IOException;

/** A RabbitMQ that can be killed and started again on the same port and data. */
interface RabbitServer {

    /** Starts it; returns when it takes connections. After a throw nothing of it runs. */
    void start() throws IOException, InterruptedException;

    /** Ends it as a crash would, if it runs; returns when it has ended. */
    void kill() throws IOException, InterruptedException;

    /** Has the running server evaluate an Erlang expression on one line; returns once it has. */
    void evaluate(String expression) throws IOException, InterruptedException;

    /** Removes what it left, which runs no longer. */
    void remove() throws IOException, InterruptedException;
}
