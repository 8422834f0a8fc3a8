package dev.flamegate.insight.upgrade;

import dev.flamegate.insight.upgrade.Pom.Coordinates;
import dev.flamegate.plan.ArmSpec.Upgrade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/**
 * Changes versions in the {@code pom.xml}s of a copy, as a person would: where a version is written, it is written
 * there; a property that it comes from is changed; and what the build only gets from others is managed at the top of
 * the build.
 */
final class MavenVersions {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^${}]+)}");

    /** The version of the project is that of everything in it. */
    private static final Set<String> OWN =
            Set.of("project.version", "pom.version", "version", "project.parent.version", "parent.version", "revision");

    /** Names of lists of versions: they have no jar, and are imported. */
    private static final Pattern LIST = Pattern.compile(".*[-.](bom|dependencies)");

    private final Path root;
    private final Map<Coordinates, Pom> poms = new LinkedHashMap<>();

    private MavenVersions(Path root) throws IOException {
        this.root = root;
        for (Path file : SourceTree.files(root, Set.of("pom.xml"))) {
            // What is no project is not built: Maven itself says so if it should be.
            Pom.read(file).ifPresent(pom -> poms.putIfAbsent(pom.own(), pom));
        }
    }

    /**
     * Changes the versions below a folder.
     *
     * @throws UpgradeFailed when it cannot be known where
     */
    static void change(List<Upgrade> upgrades, Path root) throws IOException {
        MavenVersions versions = new MavenVersions(root);
        for (Upgrade upgrade : upgrades) {
            versions.change(upgrade);
        }
        for (Pom pom : versions.poms.values()) {
            pom.write();
        }
    }

    private void change(Upgrade upgrade) throws IOException {
        Map<Pom, List<Pom>> families = poms.values().stream()
                .collect(Collectors.groupingBy(this::top, LinkedHashMap::new, Collectors.toList()));
        List<Pom> without = new ArrayList<>();
        for (Map.Entry<Pom, List<Pom>> family : families.entrySet()) {
            List<Element> written = family.getValue().stream()
                    .flatMap(pom -> named(pom, upgrade))
                    .flatMap(element -> Pom.child(element, "version").stream())
                    .toList();
            for (Element version : written) {
                write(upgrade, version, family.getKey(), family.getValue());
            }
            if (written.isEmpty()) {
                without.add(family.getKey());
            }
        }
        Optional<String> group = group(upgrade);
        if (group.isEmpty() && without.size() == families.size()) {
            throw new UpgradeFailed("--upgrade " + upgrade.text() + ": no pom.xml names " + upgrade.artifact()
                    + ", so its group has to be given: write it as in GROUP:" + upgrade.text());
        }
        group.ifPresent(known -> without.forEach(top -> top.manage(
                new Coordinates(known, upgrade.artifact()),
                upgrade.version(),
                LIST.matcher(upgrade.artifact()).matches())));
    }

    /** The topmost parent inside this build, or the project itself. */
    private Pom top(Pom pom) {
        Pom top = pom;
        for (int i = 0; i < poms.size(); i++) {
            Pom above = top.parent().map(Pom::coordinates).map(poms::get).orElse(null);
            if (above == null) {
                return top;
            }
            top = above;
        }
        return top; // parents in a circle, which Maven refuses
    }

    /** All places in a POM that give a library's version: dependencies, dependencyManagement, external parent. */
    private Stream<Element> named(Pom pom, Upgrade upgrade) {
        Stream<Element> parent = pom.parent().filter(above -> !poms.containsKey(Pom.coordinates(above))).stream();
        return Stream.concat(parent, pom.dependencies().stream()).filter(element -> {
            Coordinates its = Pom.coordinates(element);
            return upgrade.fits(its.group(), its.artifact());
        });
    }

    private Optional<String> group(Upgrade upgrade) {
        return Optional.ofNullable(upgrade.group())
                .or(() -> poms.values().stream()
                        .flatMap(pom -> named(pom, upgrade))
                        .map(element -> Pom.coordinates(element).group())
                        .filter(group -> !group.isEmpty() && !group.contains("$"))
                        .findFirst());
    }

    private void write(Upgrade upgrade, Element version, Pom top, List<Pom> family) throws IOException {
        Matcher property = PROPERTY.matcher(version.getTextContent().strip());
        if (!property.matches()) {
            version.setTextContent(upgrade.version());
            return;
        }
        String name = property.group(1);
        if (OWN.contains(name)) {
            throw new UpgradeFailed("--upgrade " + upgrade.text() + ": " + upgrade.artifact()
                    + " has the version of the project itself, ${" + name
                    + "}: build that version, and compare the jars");
        }
        List<Element> definitions =
                family.stream().flatMap(pom -> pom.definitions(name).stream()).toList();
        definitions.forEach(definition -> definition.setTextContent(upgrade.version()));
        if (definitions.isEmpty()) {
            top.define(name, upgrade.version()); // of a parent outside this build
        }
        configure(name, upgrade.version());
    }

    /** Sets the property in {@code .mvn/maven.config} too, which takes precedence over a project's properties. */
    private void configure(String property, String version) throws IOException {
        for (Path config : SourceTree.files(root, Set.of("maven.config"))) {
            String text = Files.readString(config);
            Files.writeString(
                    config,
                    Pattern.compile("(-D|--define[ =])" + Pattern.quote(property) + "=\\S*")
                            .matcher(text)
                            .replaceAll(found -> found.group(1) + property + "=" + Matcher.quoteReplacement(version)));
        }
    }
}
