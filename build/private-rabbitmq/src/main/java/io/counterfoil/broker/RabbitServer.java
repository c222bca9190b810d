package io.counterfoil.broker;

import java.io.IOException;

/** A RabbitMQ that can be killed and restarted on the same port and data. */
interface RabbitServer {

    /** Starts the server; returns when it accepts connections. After an exception, nothing is running. */
    void start() throws IOException, InterruptedException;

    /** Kills the server if it is running; returns when it has ended. */
    void kill() throws IOException, InterruptedException;

    /** Evaluates an Erlang expression of one line on the running server. */
    void evaluate(String expression) throws IOException, InterruptedException;

    /** Deletes the data of the stopped server. */
    void remove() throws IOException, InterruptedException;
}
