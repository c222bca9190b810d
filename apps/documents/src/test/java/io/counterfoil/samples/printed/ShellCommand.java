package io.counterfoil.samples.printed;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One command of a block: its words, without quotes, redirections and comments.
 *
 * @param line in the document
 * @param output the lines that the session shows after it
 */
record ShellCommand(List<String> words, String document, int line, List<String> output) {

    private static final Set<String> ENDS = Set.of("|", "&&", ";");

    String where() {
        return document + ":" + line;
    }

    String program() {
        return words.get(0);
    }

    List<String> arguments() {
        return words.subList(1, words.size());
    }

    /** The arguments behind each of these options. */
    List<String> values(String... options) {
        List<String> values = new ArrayList<>();
        for (int at = 0; at + 1 < words.size(); at++) {
            if (List.of(options).contains(words.get(at))) {
                values.add(words.get(at + 1));
            }
        }
        return values;
    }

    /** Those of a block: all of a script, and what follows the prompts of a session. */
    static List<ShellCommand> of(Block block) {
        List<ShellCommand> commands = new ArrayList<>();
        String[] lines = block.text().split("\n", -1);
        boolean session = block.language().equals("console");
        for (int at = 0; at < lines.length; at++) {
            if (session && !lines[at].startsWith("$ ")) {
                continue;
            }
            int first = at;
            StringBuilder text = new StringBuilder(session ? lines[at].substring(2) : lines[at]);
            while (isOpen(text.toString()) && at + 1 < lines.length) {
                text.append('\n').append(lines[++at]);
            }
            List<String> output = List.of(lines).subList(at + 1, lines.length).stream()
                    .takeWhile(line -> session && !line.startsWith("$ "))
                    .toList();
            for (List<String> words : commands(text.toString())) {
                commands.add(new ShellCommand(words, block.document(), block.line() + first, output));
            }
        }
        return commands;
    }

    private static boolean isOpen(String text) {
        return text.endsWith("\\")
                || text.chars().filter(quote -> quote == '\'').count() % 2 == 1;
    }

    private static List<List<String>> commands(String text) {
        List<List<String>> commands = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (String word : words(text)) {
            if (ENDS.contains(word)) {
                commands.add(List.copyOf(words));
                words.clear();
            } else {
                words.add(word);
            }
        }
        commands.add(words);
        return commands.stream().filter(command -> !command.isEmpty()).toList();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (char next : (text.replace("\\\n", " ") + "\n").toCharArray()) {
            if (quote != 0) {
                quote = next == quote ? 0 : quote;
                word.append(quote == 0 ? "" : next);
            } else if (next == '\'' || next == '"') {
                quote = next;
                inWord = true;
            } else if (!Character.isWhitespace(next)) {
                word.append(next);
                inWord = true;
            } else if (inWord) {
                words.add(word.toString());
                word.setLength(0);
                inWord = false;
            }
        }
        int comment = words.indexOf("#");
        int redirection = words.indexOf(">");
        int end = comment < 0 ? words.size() : comment;
        return words.subList(0, redirection < 0 ? end : Math.min(end, redirection));
    }
}
