package io.counterfoil.springclient;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** A response that was read completely. Holds no connection. */
final class BufferedResponse implements ClientHttpResponse {

    private final HttpStatusCode status;
    private final String statusText;
    private final HttpHeaders headers;
    private final byte[] body;
    private final InputStream stream;

    BufferedResponse(HttpStatusCode status, String statusText, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.statusText = statusText;
        this.headers = headers;
        this.body = body;
        this.stream = new ByteArrayInputStream(body);
    }

    byte[] bytes() {
        return body;
    }

    @Override
    public HttpStatusCode getStatusCode() {
        return status;
    }

    @Override
    public String getStatusText() {
        return statusText;
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }

    @Override
    public InputStream getBody() {
        return stream;
    }

    @Override
    public void close() {
        // The connection went back when the body had been read.
    }
}
