package io.counterfoil.testkit.http;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** An exchange with a buffered response. */
final class NaiveExchange implements Exchange {

    private final NaiveRequest head;
    private final InputStream body;
    private final Optional<KeyedExecution> execution;
    private final ByteArrayOutputStream answered = new ByteArrayOutputStream();
    private int status;
    private List<HeaderField> fields = List.of();

    NaiveExchange(NaiveRequest head, byte[] body, Optional<KeyedExecution> execution) {
        this.head = head;
        this.body = new ByteArrayInputStream(body);
        this.execution = execution;
    }

    Response answer() {
        return new Response(status, fields, answered.toByteArray());
    }

    @Override
    public RequestHead head() {
        return head;
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public Optional<KeyedExecution> execution() {
        return execution;
    }

    @Override
    public void respond(int code, List<HeaderField> header, byte[] whole) {
        status = code;
        fields = header;
        answered.writeBytes(whole);
    }

    @Override
    public OutputStream begin(int code, List<HeaderField> header) {
        status = code;
        fields = header;
        return answered;
    }
}
