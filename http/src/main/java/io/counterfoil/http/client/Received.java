package io.counterfoil.http.client;

import java.net.http.HttpHeaders;

/**
 * What came back in a try. The bytes are not copied: whoever hands them over leaves them alone.
 *
 * @param status the status code
 * @param headers all header fields
 * @param body the whole body; empty where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: it is on its way from a transport to an Answer.
public record Received(int status, HttpHeaders headers, byte[] body) {}
