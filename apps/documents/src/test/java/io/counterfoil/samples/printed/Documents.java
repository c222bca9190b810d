package io.counterfoil.samples.printed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The documents of the repository: README, and what is below docs. */
final class Documents {

    static final Path ROOT = Path.of("../..");

    private static final Pattern FENCE = Pattern.compile("^( *)```(.*)$");
    private static final Pattern MARKER = Pattern.compile("^<!-- (block|continues): ([a-z0-9-]+) -->$");

    private Documents() {}

    /** All blocks, in the order of the documents. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path document : documents()) {
            blocks.addAll(blocks(ROOT.relativize(document).toString(), Files.readAllLines(document)));
        }
        return blocks;
    }

    static List<Block> blocks(String language) throws IOException {
        return blocks().stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    static List<Block> blocks(String document, List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        Optional<String> name = Optional.empty();
        Optional<String> continued = Optional.empty();
        for (int at = 0; at < lines.size(); at++) {
            Matcher marker = MARKER.matcher(lines.get(at));
            Matcher fence = FENCE.matcher(lines.get(at));
            if (marker.matches()) {
                name = marker.group(1).equals("block") ? Optional.of(marker.group(2)) : name;
                continued = marker.group(1).equals("continues") ? Optional.of(marker.group(2)) : continued;
            } else if (fence.matches()) {
                int first = at + 1;
                StringBuilder text = new StringBuilder();
                for (at++; !FENCE.matcher(lines.get(at)).matches(); at++) {
                    text.append(lines.get(at).replaceFirst("^" + fence.group(1), ""))
                            .append('\n');
                }
                blocks.add(new Block(document, first + 1, fence.group(2).strip(), text.toString(), name, continued));
                name = Optional.empty();
                continued = Optional.empty();
            }
        }
        return blocks;
    }
}
