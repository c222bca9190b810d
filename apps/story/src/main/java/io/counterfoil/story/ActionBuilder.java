package io.counterfoil.story;

import io.counterfoil.story.log.Ending;
import io.counterfoil.story.log.Ids;
import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Attempt.Result;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Groups the lines of an action into attempts and their processings.
 *
 * <p>A line that names its attempt belongs to that one; the name may be a correlation ID. Without a name, the correlation ID decides: an
 * attempt is the outermost unit that has lines of the action, because each request and each message is processed under an extension of
 * its sender's ID. Where one unit has made several attempts, their IDs end in numbers, and its own lines belong to none of them.
 */
final class ActionBuilder {

    /** The segment that a caller of control signals gives to an attempt. */
    private static final Pattern NUMBERED = Pattern.compile("[A-Za-z0-9_-]{8}-(?:[A-Za-z0-9_-]{4}-)?[0-9]{1,10}");

    private static final Pattern COUNTER = Pattern.compile("[0-9]{1,10}");

    private final List<StoryLine> lines;
    /** For each unit, the times of all its lines, with and without the key. */
    private final NavigableMap<String, Span> times;

    private final Errors errors;
    /** The units of lines that name no attempt. */
    private final Set<String> unnamed;

    private final Set<Made> named;
    /** The attempts with whose results others were answered. */
    private final Set<String> originals;

    /** An attempt: its unit, and its name unless that is the unit. */
    private record Made(String unit, String name) {}

    private ActionBuilder(List<StoryLine> lines, NavigableMap<String, Span> times, Errors errors) {
        this.lines = lines;
        this.times = times;
        this.errors = errors;
        this.unnamed = lines.stream()
                .filter(line -> nameOf(line).isEmpty())
                .map(StoryLine::id)
                .collect(Collectors.toSet());
        this.named = lines.stream()
                .map(line -> new Made(line.id(), nameOf(line)))
                .filter(made -> !made.name().isEmpty())
                .collect(Collectors.toSet());
        this.originals = lines.stream()
                .flatMap(line -> Ending.of(line.line().message()).stream())
                .map(Ending::replayOf)
                .collect(Collectors.toSet());
    }

    /** The actions of these lines, which are in time order. */
    static List<Action> actions(List<StoryLine> lines) {
        ActionClients clients = new ActionClients(lines);
        Errors errors = new Errors(lines);
        NavigableMap<String, Span> times = new TreeMap<>();
        for (StoryLine kept : lines) {
            kept.line().time().ifPresent(time -> times.merge(kept.id(), new Span(time, time), Span::and));
        }
        Map<List<String>, List<StoryLine>> byKey = new LinkedHashMap<>();
        for (StoryLine kept : lines) {
            kept.line()
                    .idempotencyKey()
                    .ifPresent(key -> byKey.computeIfAbsent(
                                    List.of(key, clients.of(kept, key)), any -> new ArrayList<>())
                            .add(kept));
        }
        List<Action> actions = new ArrayList<>();
        byKey.forEach((key, its) -> actions.add(new Action(
                key.get(0),
                Optional.of(key.get(1)).filter(client -> !client.isEmpty()),
                LostResponses.found(new ActionBuilder(its, times, errors).attempts(), times))));
        return actions;
    }

    private List<Attempt> attempts() {
        Map<Made, List<StoryLine>> byAttempt = new LinkedHashMap<>();
        for (StoryLine line : lines) {
            byAttempt.computeIfAbsent(attemptOf(line), any -> new ArrayList<>()).add(line);
        }
        return byAttempt.entrySet().stream()
                .filter(attempt -> isAttempt(attempt.getKey(), byAttempt.keySet()))
                .map(attempt -> attempt(attempt.getKey(), attempt.getValue(), byAttempt.keySet()))
                .toList();
    }

    private Made attemptOf(StoryLine line) {
        String name = nameOf(line);
        return name.isEmpty() ? new Made(unitOf(line), "") : new Made(outermost(line.id(), name), name);
    }

    /** The name of a line's attempt; empty if it has none, or has the correlation ID instead. */
    private static String nameOf(StoryLine line) {
        return line.line()
                .attempt()
                .filter(name -> !Ids.isWithin(line.id(), name))
                .orElse("");
    }

    /** The unit of the attempt of a line that does not name it otherwise. */
    private String unitOf(StoryLine line) {
        Optional<String> asLogged = line.line().attempt();
        if (asLogged.isPresent()) {
            return asLogged.get();
        }
        String id = line.id();
        for (int end = Ids.nextEnd(id, id.indexOf('.')); end > 0; end = Ids.nextEnd(id, end)) {
            String unit = id.substring(0, end);
            if (NUMBERED.matcher(Ids.lastSegment(unit)).matches()) {
                return unit;
            }
        }
        String outer = outermost(id);
        int end = Ids.nextEnd(id, outer.length());
        String below = end < 0 ? outer : id.substring(0, end);
        return COUNTER.matcher(Ids.lastSegment(below)).matches() ? below : outer;
    }

    /** The outermost unit with lines that name no attempt, around this one. */
    private String outermost(String id) {
        for (int end = Ids.nextEnd(id, 0); end > 0; end = Ids.nextEnd(id, end)) {
            if (unnamed.contains(id.substring(0, end))) {
                return id.substring(0, end);
            }
        }
        return id;
    }

    /** The unit in which an attempt with a name began: the client's, where a server has handled it under an extension of that. */
    private String outermost(String id, String name) {
        for (int end = Ids.nextEnd(id, 0); end > 0; end = Ids.nextEnd(id, end)) {
            if (named.contains(new Made(id.substring(0, end), name))) {
                return id.substring(0, end);
            }
        }
        return id;
    }

    /** Lines without a name form an attempt, unless they belong to the unit in which attempts were made. */
    private static boolean isAttempt(Made made, Set<Made> all) {
        return !made.name().isEmpty()
                || all.stream()
                        .filter(other -> !other.equals(made))
                        .noneMatch(other -> Ids.isWithin(other.unit(), made.unit()));
    }

    private Attempt attempt(Made made, List<StoryLine> its, Set<Made> all) {
        boolean shared = all.stream().anyMatch(other -> !other.equals(made) && Ids.isWithin(other.unit(), made.unit()));
        Map<String, List<StoryLine>> below = new LinkedHashMap<>();
        for (StoryLine line : its) {
            int end = Ids.isWithin(line.id(), made.unit())
                    ? Ids.nextEnd(line.id(), made.unit().length())
                    : -1;
            if (end > 0) {
                below.computeIfAbsent(line.id().substring(0, end), any -> new ArrayList<>())
                        .add(line);
            }
        }
        List<Ending> endings = its.stream()
                .flatMap(line -> Ending.of(line.line().message()).stream())
                .toList();
        boolean error = Errors.among(its) || (!shared && errors.around(its));
        Result result = originals.contains(made.unit()) ? Result.EXECUTED : result(endings, error);
        return new Attempt(
                made.unit(),
                Optional.of(made.name()).filter(name -> !name.isEmpty()),
                shared ? span(its) : span(made.unit(), its),
                its.size(),
                services(its),
                below.entrySet().stream()
                        .map(unit -> new Processing(
                                unit.getKey(),
                                span(unit.getKey(), unit.getValue()),
                                unit.getValue().size(),
                                services(unit.getValue())))
                        .toList(),
                result,
                first(result, endings, Ending::status),
                first(result, endings, Ending::replayOf));
    }

    private static Optional<String> first(Result result, List<Ending> endings, Function<Ending, String> field) {
        return endings.stream()
                .filter(ending -> ending.result() == result)
                .map(field)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** The engine knows what was executed; without a line of it, what the client says counts, and what is logged as an error. */
    private static Result result(List<Ending> endings, boolean error) {
        Comparator<Result> order = Comparator.naturalOrder();
        return endings.stream()
                .filter(ending -> !ending.byClient())
                .map(Ending::result)
                .min(order)
                .orElseGet(() -> Stream.concat(
                                endings.stream().map(Ending::result), Stream.of(error ? Result.FAILED : Result.UNKNOWN))
                        .min(order)
                        .orElseThrow());
    }

    /** From the first to the last line of a unit and its descendants; what they do for the action need not have the key. */
    private Optional<Span> span(String unit, List<StoryLine> its) {
        Stream<Span> own = Optional.ofNullable(times.get(unit)).stream();
        Stream<Span> below = times.subMap(unit + ".", unit + "/").values().stream();
        return Stream.concat(own, below).reduce(Span::and).or(() -> span(its));
    }

    private static Optional<Span> span(List<StoryLine> its) {
        return its.stream()
                .flatMap(line -> line.line().time().stream())
                .map(time -> new Span(time, time))
                .reduce(Span::and);
    }

    private static List<String> services(List<StoryLine> its) {
        Set<String> services = new LinkedHashSet<>();
        its.stream().map(StoryLine::line).map(Line::service).forEach(services::add);
        return List.copyOf(services);
    }
}
