package io.counterfoil.samples.controlplane.controller;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** The log of this process: a file of JSON lines with {@code corr_id} and {@code idempotency_key}, so that stories can be read from it. */
final class ControllerLog {

    private static final FileSize LONGEST = new FileSize(10 * FileSize.MB_COEFFICIENT);

    private ControllerLog() {}

    /** Logs there from now on, and nowhere else. What an earlier life has logged stays. */
    static void writeTo(Path file) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithMessage(false);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(encoder);
        roll(context, appender, file);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("io.counterfoil").setLevel(Level.INFO);
    }

    /** One older file is kept. */
    private static void roll(LoggerContext context, RollingFileAppender<ILoggingEvent> appender, Path file) {
        FixedWindowRollingPolicy names = new FixedWindowRollingPolicy();
        names.setContext(context);
        names.setParent(appender);
        names.setFileNamePattern(file + ".%i");
        names.setMinIndex(1);
        names.setMaxIndex(1);
        names.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(LONGEST);
        size.start();
        appender.setRollingPolicy(names);
        appender.setTriggeringPolicy(size);
    }
}
