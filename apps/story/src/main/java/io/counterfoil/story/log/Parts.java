package io.counterfoil.story.log;

import io.counterfoil.story.scan.RawLine;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line that a container runtime has split, joined again. A runtime of Kubernetes marks all parts but the last with a {@code P}; in
 * Docker's json-file, the last part has the line feed, and the others are as long as a part can be.
 *
 * @param line the whole line, within the envelope of its first part
 * @param before how many bytes before the found part the first one begins
 */
record Parts(String line, int before) {

    /** Shorter ones are not split. */
    private static final int SPLIT = 16_000;

    private static final Pattern CRI = Pattern.compile(
            "(?<head>\\S+ (?<stream>stdout|stderr) (?<tag>[PF])(?::\\S*)? )(?<text>.*)", Pattern.DOTALL);
    private static final Pattern DOCKER = Pattern.compile(
            "(?<head>\\{\"log\":\")(?<text>(?:[^\"\\\\]|\\\\.)*+)(?<tail>\",\"stream\":\"(?<stream>stdout|stderr)\".*)",
            Pattern.DOTALL);

    /** One part. */
    private record Part(String head, String text, String tail, String stream, boolean last) {

        boolean follows(Part other) {
            return stream.equals(other.stream) && tail.isEmpty() == other.tail.isEmpty();
        }
    }

    /** Joins the parts of a found line; empty if it is whole. */
    static Optional<Parts> of(String found, RawLine raw) {
        // Most lines are neither, and are not tried against the patterns.
        boolean mayBePart = found.startsWith("{\"log\":") || found.indexOf(" std") > 0;
        Optional<Part> here = mayBePart ? part(found) : Optional.empty();
        if (here.isEmpty() || raw.cut()) {
            return Optional.empty();
        }
        Part first = here.get();
        StringBuilder text = new StringBuilder(first.text());
        int before = 0;
        Optional<Part> above = raw.lastLines().next().flatMap(Parts::part);
        while (above.isPresent() && !above.get().last() && first.follows(above.get())) {
            first = above.get();
            text.insert(0, first.text());
            before = raw.lastLines().distance();
            above = raw.lastLines().next().flatMap(Parts::part);
        }
        Part last = here.get();
        while (!last.last()) {
            Optional<Part> below = raw.nextLines().next().flatMap(Parts::part);
            if (below.isEmpty() || !below.get().follows(last)) {
                break;
            }
            last = below.get();
            text.append(last.text());
        }
        return text.length() == here.get().text().length()
                ? Optional.empty()
                : Optional.of(new Parts(first.head() + text + first.tail(), before));
    }

    private static Optional<Part> part(byte[] line) {
        return part(new String(line, StandardCharsets.UTF_8));
    }

    private static Optional<Part> part(String line) {
        Matcher cri = CRI.matcher(line);
        if (cri.matches()) {
            boolean last = cri.group("tag").equals("F");
            return Optional.of(new Part(cri.group("head"), cri.group("text"), "", cri.group("stream"), last));
        }
        Matcher docker = DOCKER.matcher(line);
        if (!docker.matches()) {
            return Optional.empty();
        }
        boolean last = line.length() < SPLIT || docker.group("text").endsWith("\\n");
        return Optional.of(new Part(
                docker.group("head"), docker.group("text"), docker.group("tail"), docker.group("stream"), last));
    }
}
