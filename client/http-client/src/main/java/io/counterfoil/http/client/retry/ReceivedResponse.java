package io.counterfoil.http.client.retry;

import java.net.http.HttpHeaders;

/**
 * The response to an attempt, as a transport has received it. The bytes are not copied; the transport must not change them.
 *
 * @param status the status code
 * @param headers all header fields
 * @param body the whole body; empty where there is none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: a transport passes it on to an Answer.
public record ReceivedResponse(int status, HttpHeaders headers, byte[] body) {}
