package dev.flamegate.gate;

import dev.flamegate.gate.facts.AppLibraries;
import dev.flamegate.gate.facts.BuildCaches;
import dev.flamegate.gate.facts.LibraryFile;
import dev.flamegate.gate.facts.MavenCoordinates;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Library;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The libraries that culprits are in: found by their classes in the files of the target, as far as these are on this
 * machine, with the versions that both runs noted.
 */
final class CulpritLibraries {
    /** The folders in which executable jars and web applications keep their libraries. */
    private static final Set<String> PACKED = Set.of("BOOT-INF/lib/", "WEB-INF/lib/");

    /** Classes of the application itself. */
    private static final List<String> OWN = List.of("", "BOOT-INF/classes/", "WEB-INF/classes/");

    private final Subject target;
    private final Path folder;
    private final BuildCaches caches;

    /**
     * Libraries of a target.
     *
     * @param target as planned, for runs whose own target is no jar
     * @param folder that the target's paths are relative to
     * @param caches that have the jars of libraries whose classes were unpacked into the target's
     */
    CulpritLibraries(Subject target, Path folder, BuildCaches caches) {
        this.target = target;
        this.folder = folder;
        this.caches = caches;
    }

    /**
     * Adds to a judgement the libraries of its culprits.
     *
     * @param baseline the run that a finding is compared with; empty where it is not known
     */
    Judgement in(Judgement judgement, Function<Finding, Optional<Run>> baseline, Run candidate) {
        Set<String> classes = judgement.findings().stream()
                .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                .flatMap(culprit -> classFile(culprit).stream())
                .collect(Collectors.toSet());
        Map<String, String> libraries = classes.isEmpty() ? Map.of() : libraries(classes, candidate);
        if (libraries.isEmpty()) {
            return judgement;
        }
        List<Finding> findings = judgement.findings().stream()
                .map(finding -> {
                    Culprit culprit = finding.culprit();
                    String library = culprit == null
                            ? null
                            : classFile(culprit).map(libraries::get).orElse(null);
                    return culprit == null || library == null
                            ? finding
                            : finding.explained(culprit.partOf(library(library, baseline.apply(finding), candidate)));
                })
                .toList();
        return judgement.with(findings);
    }

    private static Library library(String name, Optional<Run> baseline, Run candidate) {
        return new Library(
                name,
                baseline.flatMap(run -> run.version(name)).orElse(null),
                candidate.version(name).orElse(null));
    }

    /** Path of the class file of a culprit's method, in its jar; empty for what is no method of a class. */
    private static Optional<String> classFile(Culprit culprit) {
        int method = culprit.frame().lastIndexOf('.');
        return culprit.file() == null || method <= 0
                ? Optional.empty()
                : Optional.of(culprit.frame().substring(0, method).replace('.', '/') + ".class");
    }

    /** The library of each class that is in one. */
    private Map<String, String> libraries(Set<String> classes, Run candidate) {
        Map<String, String> found = new HashMap<>();
        Optional<AppFiles> files = candidate
                .target()
                .filter(name -> name.endsWith(".jar") || name.endsWith(".war"))
                .flatMap(name -> AppFiles.of(new Subject.Jar(name), folder))
                .or(() -> AppFiles.of(target, folder));
        try {
            if (files.isPresent()) {
                files.get().jar().ifPresent(jar -> inApplication(jar, classes, found));
                files.get().libraries().forEach(jar -> inLibrary(jar, classes, found));
            }
        } catch (TargetFailed e) {
            return Map.of(); // folders that cannot be listed: the culprit stands without its library
        }
        return found;
    }

    private void inApplication(Path file, Set<String> classes, Map<String, String> found) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            unpacked(file, jar, classes, found);
            Set<String> foreign = classes.stream()
                    .filter(path -> OWN.stream().noneMatch(prefix -> jar.getEntry(prefix + path) != null))
                    .collect(Collectors.toSet());
            if (foreign.isEmpty()) {
                return;
            }
            for (ZipEntry entry :
                    jar.stream().filter(CulpritLibraries::isPacked).toList()) {
                search(jar, entry, foreign, found);
            }
        } catch (IOException e) {
            return; // no jar, or one that is being replaced
        }
    }

    /** Assigns classes that were unpacked into the application's jar, equal byte for byte to their library's. */
    private void unpacked(Path file, ZipFile jar, Set<String> classes, Map<String, String> found) {
        Map<String, Long> sums = classes.stream()
                .flatMap(path -> Stream.ofNullable(jar.getEntry(path)))
                .collect(Collectors.toMap(ZipEntry::getName, ZipEntry::getCrc));
        if (sums.isEmpty()) {
            return;
        }
        for (MavenCoordinates library : AppLibraries.unpacked(file)) {
            caches.jar(library)
                    .filter(own -> AppLibraries.unpacked(own).isEmpty())
                    .ifPresent(own -> inLibrary(own, sums, library.artifact(), found));
        }
    }

    private static void inLibrary(Path file, Map<String, Long> sums, String name, Map<String, String> found) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            sums.forEach((path, sum) -> {
                ZipEntry entry = jar.getEntry(path);
                if (entry != null && entry.getCrc() == sum) {
                    found.putIfAbsent(path, name);
                }
            });
        } catch (IOException e) {
            return; // a cache that is being cleaned
        }
    }

    private static boolean isPacked(ZipEntry entry) {
        return entry.getName().endsWith(".jar") && PACKED.stream().anyMatch(entry.getName()::startsWith);
    }

    private static void search(ZipFile jar, ZipEntry packed, Set<String> classes, Map<String, String> found)
            throws IOException {
        String name = packed.getName().substring(packed.getName().lastIndexOf('/') + 1);
        try (ZipInputStream library = new ZipInputStream(jar.getInputStream(packed))) {
            for (ZipEntry entry = library.getNextEntry(); entry != null; entry = library.getNextEntry()) {
                if (classes.contains(entry.getName())) {
                    found.putIfAbsent(entry.getName(), LibraryFile.of(name).name());
                }
            }
        }
    }

    private static void inLibrary(Path file, Set<String> classes, Map<String, String> found) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            classes.stream()
                    .filter(path -> jar.getEntry(path) != null)
                    .forEach(path -> found.putIfAbsent(
                            path,
                            LibraryFile.of(String.valueOf(file.getFileName())).name()));
        } catch (IOException e) {
            return; // no jar, or one that is being replaced
        }
    }
}
