package io.counterfoil.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * An image of a page.
 *
 * @param url relative to its page
 * @param width in CSS pixels
 * @param height in CSS pixels
 * @param dark whether it has colors of its own for a dark page
 */
record SiteImage(String url, int width, int height, boolean dark) {

    private static final Pattern VIEW_BOX = Pattern.compile("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"");

    static SiteImage missing() {
        return new SiteImage("", 0, 0, false);
    }

    /** @throws IllegalArgumentException if the file has no size */
    static SiteImage read(Path file, String url) {
        try {
            return file.toString().endsWith(".svg") ? drawing(file, url) : picture(file, url);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static SiteImage drawing(Path file, String url) throws IOException {
        String text = Files.readString(file);
        Matcher box = VIEW_BOX.matcher(text);
        if (!box.find()) {
            throw new IllegalArgumentException(file + " has no viewBox that begins at 0 0");
        }
        boolean dark = text.contains("prefers-color-scheme");
        return new SiteImage(url, Integer.parseInt(box.group(1)), Integer.parseInt(box.group(2)), dark);
    }

    private static SiteImage picture(Path file, String url) throws IOException {
        try (ImageInputStream input = ImageIO.createImageInputStream(file.toFile())) {
            ImageReader reader = ImageIO.getImageReaders(input).next();
            reader.setInput(input);
            return new SiteImage(url, reader.getWidth(0), reader.getHeight(0), false);
        }
    }
}
