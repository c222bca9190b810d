package io.counterfoil.cli;

import io.counterfoil.cli.StoryRun.Streams;
import io.counterfoil.cli.console.StoryPage;
import io.counterfoil.story.Limits;
import io.counterfoil.story.text.Ink;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.util.List;

/** Stories as pages, for the console: as {@code story --html} prints them. */
final class StoryPages implements StoryPage {

    @Override
    public String html(String id, List<String> logs) throws IOException {
        StringWriter page = new StringWriter();
        PrintWriter out = new PrintWriter(page);
        StoryRun run = new StoryRun(
                id,
                logs,
                StoryFormat.HTML,
                false,
                Limits.DEFAULT,
                StoryRun.DEFAULT_GAP,
                ZoneId::systemDefault,
                new Streams(
                        InputStream.nullInputStream(),
                        out,
                        new PrintWriter(new StringWriter()),
                        new Ink(false),
                        StoryRun.PAUSE));
        try {
            run.run();
        } catch (UsageException | InputException unreadable) {
            throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
        }
        out.flush();
        return page.toString();
    }
}
