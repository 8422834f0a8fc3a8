package dev.flamegate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/internals/architecture.md true: its picture, its links and the length of its walks. */
class ArchitecturePageTest {
    private static final Path DOCS = Path.of("..", "docs", "internals");
    /** Distinct files on the walks of a rule, a sample and a comparison. */
    private static final List<Integer> FILES = List.of(45, 55, 60);

    private static final Pattern ARROW = Pattern.compile("(?m)^    (\\w+) --> (\\w+)$");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\(([^)]+)\\)");
    private static final Pattern STATION = Pattern.compile("(?m)^(\\d+)\\. (.*)$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`\\w+`(?:, )?)+) \\|");

    private final String page = read(DOCS.resolve("architecture.md"));

    @Test
    void the_picture_and_the_table_show_every_package() {
        Set<String> packages = packages();
        assertThat(arrows().stream().flatMap(List::stream)).containsAll(packages);
        assertThat(arrows().stream().flatMap(List::stream)).isSubsetOf(packages);
        assertThat(ROW.matcher(page)
                        .results()
                        .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", "))))
                .containsExactlyInAnyOrderElementsOf(packages);
    }

    @Test
    void every_arrow_is_a_dependency() {
        Map<String, Set<String>> uses = dependencies();
        assertThat(arrows())
                .isNotEmpty()
                .doesNotHaveDuplicates()
                .allSatisfy(arrow -> assertThat(uses.getOrDefault(arrow.get(0), Set.of()))
                        .as(arrow.get(0))
                        .contains(arrow.get(1)));
    }

    @Test
    void every_dependency_follows_the_arrows() {
        Map<String, Set<String>> drawn = new TreeMap<>();
        arrows().forEach(arrow ->
                drawn.computeIfAbsent(arrow.get(0), from -> new TreeSet<>()).add(arrow.get(1)));
        dependencies()
                .forEach((from, uses) -> assertThat(ArchitectureTest.below(from, drawn))
                        .as("what %s may use", from)
                        .containsAll(uses));
    }

    @Test
    void no_arrow_points_back() {
        Map<String, Set<String>> drawn = new TreeMap<>();
        arrows().forEach(arrow ->
                drawn.computeIfAbsent(arrow.get(0), from -> new TreeSet<>()).add(arrow.get(1)));
        drawn.keySet()
                .forEach(from -> assertThat(ArchitectureTest.below(from, drawn)).doesNotContain(from));
    }

    @Test
    void every_link_points_at_the_file_it_names() {
        List<MatchResult> links = LINK.matcher(page).results().toList();
        assertThat(links).isNotEmpty();
        assertThat(links.stream()
                        .filter(link -> !Files.isRegularFile(DOCS.resolve(link.group(2)))
                                || !link.group(2).endsWith("/" + link.group(1) + ".java"))
                        .map(MatchResult::group))
                .as("links to files that are elsewhere")
                .isEmpty();
    }

    /** The numbers may only shrink: a walk that needs another file has to lose one. */
    @Test
    void the_three_walks_visit_no_more_files_than_before() {
        List<List<String>> walks = walks();
        assertThat(walks).hasSize(3);
        for (int i = 0; i < walks.size(); i++) {
            assertThat(walks.get(i)).as("walk %d", i + 1).hasSizeLessThanOrEqualTo(FILES.get(i));
        }
    }

    /** A file that no file before it calls or gives something to would hide those in between. */
    @Test
    void no_station_of_a_walk_is_left_out() {
        Map<String, Set<String>> uses = uses();
        for (List<String> walk : walks()) {
            for (int i = 1; i < walk.size(); i++) {
                String file = walk.get(i);
                assertThat(walk.subList(0, i))
                        .as("what leads to %s", file)
                        .anyMatch(before -> uses.getOrDefault(before, Set.of()).contains(file)
                                || uses.getOrDefault(file, Set.of()).contains(before));
            }
        }
    }

    @Test
    void the_walks_end_where_a_user_sees_the_end() {
        assertThat(walks().stream().map(walk -> walk.subList(walk.size() - 5, walk.size())))
                .satisfiesExactly(
                        rule -> assertThat(rule).contains("dev.flamegate.report.text.Terminal"),
                        sample -> assertThat(sample).contains("dev.flamegate.report.text.Terminal"),
                        comparison -> assertThat(comparison).contains("dev.flamegate.gate.ExitCode"));
    }

    /** The classes that each walk links to, in the order of their first link. */
    private List<List<String>> walks() {
        return Stream.of(page.split("\n## "))
                .filter(section -> STATION.matcher(section).find())
                .map(section -> LINK.matcher(section)
                        .results()
                        .map(link -> link.group(2))
                        .map(file -> file.substring(file.indexOf("/java/") + 6, file.length() - ".java".length())
                                .replace('/', '.'))
                        .distinct()
                        .toList())
                .toList();
    }

    /** The files that each file uses, named by their outermost class, by the compiled classes. */
    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        ArchitectureTest.CLASSES.stream()
                .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                .forEach(dependency -> uses.computeIfAbsent(
                                outermost(dependency.getOriginClass().getName()), key -> new TreeSet<>())
                        .add(outermost(dependency.getTargetClass().getName())));
        return uses;
    }

    private static String outermost(String name) {
        return name.split("\\$", 2)[0];
    }

    @Test
    void the_stations_of_a_walk_are_numbered_and_begin_with_a_file() {
        Stream.of(page.split("\n## "))
                .map(section -> STATION.matcher(section).results().toList())
                .forEach(stations -> {
                    for (int i = 0; i < stations.size(); i++) {
                        assertThat(stations.get(i).group(1)).isEqualTo(String.valueOf(i + 1));
                        assertThat(LINK.matcher(stations.get(i).group(2)).lookingAt())
                                .as(stations.get(i).group())
                                .isTrue();
                    }
                });
    }

    private List<List<String>> arrows() {
        return ARROW.matcher(page)
                .results()
                .map(arrow -> List.of(arrow.group(1), arrow.group(2)))
                .toList();
    }

    /** What each top package uses, by the compiled classes. */
    private static Map<String, Set<String>> dependencies() {
        Set<String> packages = packages();
        Map<String, Set<String>> uses = new TreeMap<>();
        ArchitectureTest.CLASSES.stream()
                .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                .forEach(dependency -> {
                    String from = top(dependency.getOriginClass().getPackageName());
                    String to = top(dependency.getTargetClass().getPackageName());
                    if (!from.equals(to) && packages.contains(from) && packages.contains(to)) {
                        uses.computeIfAbsent(from, key -> new TreeSet<>()).add(to);
                    }
                });
        return uses;
    }

    private static String top(String name) {
        String[] parts = name.split("\\.", -1);
        return parts.length > 2 && name.startsWith("dev.flamegate.") ? parts[2] : "";
    }

    /** The top packages of the two modules. */
    private static Set<String> packages() {
        return ArchitectureTest.sources()
                .map(file -> top(ArchitectureTest.packageOf(file)))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
