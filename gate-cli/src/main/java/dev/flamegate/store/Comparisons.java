package dev.flamegate.store;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.os.FileTree;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stored comparisons: a folder of pairs for every two builds, so that measuring a comparison again adds pairs to those
 * already there, and an interrupted one is resumed.
 *
 * <pre>
 * comparisons/KEY/PAIR/pair.json       order and validity
 * comparisons/KEY/PAIR/baseline/       a run of one trial, like those under runs/
 * comparisons/KEY/PAIR/candidate/
 * comparisons/KEY/work/                what both builds execute, counted before the first pair
 * comparisons/KEY/verdict.json         of the latest judging
 * </pre>
 */
public final class Comparisons {
    static final String PAIR = "pair.json";

    private static final String WORK = "work";
    private static final String DIFFERENCE = "difference.json";

    /** Prefix of unfinished pairs, which earlier versions wrote here: leftovers of a killed gate are no comparison. */
    private static final String UNFINISHED = "writing-";

    /** Number of past comparisons that count for the noise of today: machines and services change. */
    private static final int MOST_PAST = 20;

    private final History history;
    private final Path folder;
    private final Consumer<String> warnings;
    private final Set<Path> passedOver = ConcurrentHashMap.newKeySet();
    private final Map<String, String> services = new ConcurrentHashMap<>();

    /**
     * The comparisons in a history.
     *
     * @param warnings gets a sentence for each record that is skipped, once
     */
    public Comparisons(History history, Consumer<String> warnings) {
        this.history = history;
        this.folder = history.folder().resolve("comparisons");
        this.warnings = warnings;
    }

    /**
     * Stores one pair.
     *
     * @param key of the two builds and what they were measured with
     * @param id of the pair, sortable by time; the ids of its runs are this with {@code -baseline} and
     *     {@code -candidate}
     * @throws StoreFailed when it cannot be written, or there is a pair of this id
     */
    public void save(String key, String id, Pair pair, ProfiledRun baseline, ProfiledRun candidate) {
        Path place = folder.resolve(History.checked(key)).resolve(History.checked(id));
        try {
            Files.createDirectories(folder.resolve(key));
            Path beside = history.freshFolder("writing-");
            try {
                RunRecord.write(baseline, Files.createDirectories(beside.resolve("baseline")));
                RunRecord.write(candidate, Files.createDirectories(beside.resolve("candidate")));
                Files.write(beside.resolve(PAIR), PairCodec.encode(pair));
                if (Files.exists(place)) {
                    throw new StoreFailed("pair " + id + " is already stored; stored pairs never change");
                }
                Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("pair " + id + " could not be stored in " + folder + ": " + e, e);
        }
    }

    /**
     * Stores what two builds execute, which is not counted again. What another gate has stored meanwhile stays; what
     * cannot be read is replaced.
     *
     * @param comparison of the builds, without pairs
     * @throws StoreFailed when it cannot be written
     */
    public void saveWork(String key, Comparison comparison) {
        Path place = folder.resolve(History.checked(key)).resolve(WORK);
        try {
            Files.createDirectories(folder.resolve(key));
            Path beside = history.freshFolder("writing-");
            try {
                RunRecord.write(bare(comparison.baseline()), Files.createDirectories(beside.resolve("baseline")));
                RunRecord.write(bare(comparison.candidate()), Files.createDirectories(beside.resolve("candidate")));
                Files.write(
                        beside.resolve(DIFFERENCE),
                        DifferenceCodec.encode(
                                Objects.requireNonNull(comparison.difference(), "work that was counted")));
                if (Files.exists(place) && work(key).isEmpty()) {
                    bury(place);
                }
                Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                if (work(key).isEmpty()) {
                    throw e;
                }
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed("the work of comparison " + key + " could not be stored in " + folder + ": " + e, e);
        }
    }

    /** Moves a folder out of the way in one step before deleting it, so that readers never see a part of it. */
    private void bury(Path place) throws IOException {
        Path grave = history.freshFolder("deleting-");
        try {
            Files.move(place, grave.resolve(id(place)), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileTree.delete(grave);
        }
    }

    private static ProfiledRun bare(Run run) {
        return new ProfiledRun(run, List.of());
    }

    /** The comparison of a key, its pairs in order of time and renumbered; empty before anything was measured. */
    public Optional<ProfiledComparison> load(String key) {
        return load(pairs(key), key, RunRecord::read);
    }

    /** The work of a comparison, without its pairs; empty where it was not counted. */
    private Optional<ProfiledComparison> work(String key) {
        Path place = folder.resolve(key).resolve(WORK);
        if (!Files.isDirectory(place)) {
            return Optional.empty();
        }
        try {
            Run baseline = RunRecord.readAny(place.resolve("baseline"));
            Run candidate = RunRecord.readAny(place.resolve("candidate"));
            return Optional.of(ProfiledComparison.counted(
                    key, baseline, candidate, DifferenceCodec.decode(RunRecord.bytes(place.resolve(DIFFERENCE)))));
        } catch (IOException | RuntimeException e) {
            if (passedOver.add(place)) {
                warnings.accept("stored work is skipped: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    /** The pair of a service that was measured last, whatever builds it compared; empty without one that can be read. */
    public Optional<Pair> latestPair(String service) {
        return comparisons().stream()
                .filter(place -> isOf(service, place, pairs(place)))
                .flatMap(place -> pairs(place).stream())
                .max(Comparator.comparing(Comparisons::id))
                .flatMap(Comparisons::pair);
    }

    private static Optional<Pair> pair(Path place) {
        try {
            return Optional.of(PairCodec.decode(RunRecord.bytes(place.resolve(PAIR))));
        } catch (IOException | StoreFailed e) {
            return Optional.empty();
        }
    }

    private List<Path> pairs(String key) {
        return pairs(folder.resolve(History.checked(key)));
    }

    /** The folders of a comparison's pairs, by name: all but that of the work. */
    static List<Path> pairs(Path comparison) {
        return places(comparison).stream()
                .filter(place -> !id(place).equals(WORK))
                .toList();
    }

    private Optional<ProfiledComparison> load(
            List<Path> pairs, String key, BiFunction<String, Path, ProfiledRun> read) {
        ProfiledComparison comparison = work(key).orElse(null);
        for (Path place : pairs) {
            try {
                String id = id(place);
                ProfiledRun baseline = read.apply(id + "-baseline", place.resolve("baseline"));
                ProfiledRun candidate = read.apply(id + "-candidate", place.resolve("candidate"));
                Pair pair = PairCodec.decode(RunRecord.bytes(place.resolve(PAIR)));
                comparison = comparison == null
                        ? ProfiledComparison.of(key, pair, baseline, candidate)
                        : comparison.with(pair, baseline, candidate);
            } catch (IOException | RuntimeException e) {
                if (Files.exists(place) && passedOver.add(place)) {
                    warnings.accept("a stored pair is skipped: " + e.getMessage());
                }
            }
        }
        return Optional.ofNullable(comparison);
    }

    /**
     * Comparisons with the fingerprint of a run, as far as they were measured before the first pair of the one that is
     * judged: they show how much pairs scatter. What is measured later changes nothing, so the same pairs keep their
     * verdict.
     *
     * @param key of the comparison that is judged
     * @return at most {@value #MOST_PAST}, the latest
     */
    public List<Comparison> past(String key, Run like) {
        String first = pairs(key).stream().map(Comparisons::id).findFirst().orElse(null);
        return past(place -> !id(place).equals(key), first, like);
    }

    /**
     * Comparisons with the fingerprint of a run.
     *
     * @return at most {@value #MOST_PAST}, the latest, in order of time
     */
    public List<Comparison> like(Run run) {
        return past(place -> true, null, run);
    }

    private List<Comparison> past(Predicate<Path> wanted, @Nullable String first, Run like) {
        List<Comparison> past = new ArrayList<>();
        for (Path place : comparisons().stream().filter(wanted).toList()) {
            List<Path> earlier = pairs(place).stream()
                    .filter(pair -> first == null || id(pair).compareTo(first) < 0)
                    .toList();
            if (!isOf(like.service(), place, earlier)) {
                continue;
            }
            load(earlier, id(place), Comparisons::withoutProfiles)
                    .map(ProfiledComparison::comparison)
                    .filter(comparison -> comparison.service().equals(like.service())
                            && like.fingerprint()
                                    .isComparable(comparison.candidate().fingerprint()))
                    .ifPresent(past::add);
        }
        past.sort(Comparator.comparing(Comparison::started));
        return past.subList(Math.max(0, past.size() - MOST_PAST), past.size());
    }

    /** True if a comparison's first pair is of the service: a folder of many services need not be read whole. */
    private boolean isOf(String service, Path place, List<Path> pairs) {
        if (pairs.isEmpty()) {
            return false;
        }
        try {
            Path pair = pairs.get(0);
            return services.computeIfAbsent(
                            id(place),
                            key -> RunRecord.readHead(id(pair) + "-candidate", pair.resolve("candidate"))
                                    .service())
                    .equals(service);
        } catch (StoreFailed e) {
            return true; // to read it whole says what is wrong with it
        }
    }

    private static String id(Path place) {
        return String.valueOf(place.getFileName());
    }

    /**
     * Stores the latest verdict of a comparison with its reasons; more pairs may change it.
     *
     * @param looks that it was decided with
     */
    public void saveVerdict(String key, Judgement judgement, Instant judged, Looks looks) {
        try {
            History.writeVerdict(folder.resolve(History.checked(key)), VerdictFile.of(judgement, judged, looks), true);
        } catch (IOException e) {
            throw new StoreFailed("the verdict of comparison " + key + " could not be stored: " + e, e);
        }
    }

    /** The looks that a comparison was decided with; empty before its first verdict, or in one of an older version. */
    public Optional<Looks> looks(String key) {
        return VerdictFile.read(folder.resolve(History.checked(key))).flatMap(VerdictFile::looks);
    }

    /** All comparisons, the latest first; unreadable ones, unless just deleted, are skipped with a warning. */
    public List<StoredComparison> list() {
        List<StoredComparison> all = new ArrayList<>();
        for (Path place : comparisons()) {
            List<Path> pairs = pairs(place);
            if (!pairs.isEmpty()) {
                try {
                    all.add(stored(place, pairs));
                } catch (StoreFailed e) {
                    if (Files.exists(place)) {
                        warnings.accept("a stored comparison is skipped: " + e.getMessage());
                    }
                }
            }
        }
        all.sort(Comparator.comparing((StoredComparison one) -> one.candidate().id())
                .reversed());
        return all;
    }

    /** Deletes a comparison with all its pairs. */
    public void delete(String key) {
        Path place = folder.resolve(History.checked(key));
        try {
            bury(place);
        } catch (NoSuchFileException e) {
            throw new StoreFailed("there is no comparison " + key + " in " + folder, e);
        } catch (IOException e) {
            throw new StoreFailed("comparison " + key + " could not be deleted: " + e, e);
        }
    }

    /**
     * Checks that a folder is a pair.
     *
     * @throws StoreFailed with the reason when it is not, or was edited
     */
    static void check(Path place) {
        String id = String.valueOf(place.getFileName());
        RunRecord.read(id + "-baseline", place.resolve("baseline"));
        RunRecord.read(id + "-candidate", place.resolve("candidate"));
        try {
            PairCodec.decode(RunRecord.bytes(place.resolve(PAIR)));
        } catch (IOException | RuntimeException e) {
            throw new StoreFailed("pair " + id + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static StoredComparison stored(Path place, List<Path> pairs) {
        Path last = pairs.get(pairs.size() - 1);
        String id = String.valueOf(last.getFileName());
        Optional<VerdictFile> verdict = VerdictFile.read(place);
        return new StoredComparison(
                String.valueOf(place.getFileName()),
                RunRecord.readHead(id + "-baseline", last.resolve("baseline")),
                RunRecord.readHead(id + "-candidate", last.resolve("candidate")),
                pairs.size(),
                verdict.map(VerdictFile::verdict),
                verdict.map(VerdictFile::broken).orElse(List.of()));
    }

    private static ProfiledRun withoutProfiles(String id, Path place) {
        Run run = RunRecord.readRun(id, place);
        return new ProfiledRun(run, Collections.nCopies(run.trials().size(), Map.of()));
    }

    private List<Path> comparisons() {
        return places(folder).stream()
                .filter(place -> !id(place).startsWith(UNFINISHED))
                .toList();
    }

    /** The folders in a folder, by name; empty if the folder is missing, or another gate has just deleted it. */
    static List<Path> places(Path folder) {
        try (Stream<Path> places = Files.list(folder)) {
            return places.filter(Files::isDirectory).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new StoreFailed("stored comparisons in " + folder + " cannot be read: " + e, e);
        }
    }
}
