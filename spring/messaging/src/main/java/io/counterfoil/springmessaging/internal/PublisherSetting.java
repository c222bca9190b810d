package io.counterfoil.springmessaging.internal;

/**
 * What has an adapter of a broker make a publisher: a bean wherever the adapter is in use, whether it is set or not.
 *
 * @param text as in a file of properties in YAML
 */
public record PublisherSetting(String text) {}
