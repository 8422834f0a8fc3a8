package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The commits that are in a bad build and not in a good one, numbered from 0, each after its parents; the last is the
 * bad build's. A commit contains what its ancestors changed, and itself.
 *
 * <p>A merge whose files are those of one of its parents took nothing from the others: like git's own history
 * simplification, it then has that parent only, and commits that reach the bad build in no other way are left out.
 */
public final class CommitGraph {
    private final List<Commit> commits;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final BitSet[] within;
    private final List<List<Integer>> neighbours = new ArrayList<>();

    /**
     * A commit.
     *
     * @param hash the full hash
     * @param parents their hashes, the first parent first
     * @param tree hash of all its files
     * @param subject first line of its message
     */
    public record Commit(String hash, List<String> parents, String tree, String author, Instant date, String subject) {
        public Commit {
            parents = List.copyOf(parents);
            if (hash.isBlank() || tree.isBlank()) {
                throw new IllegalArgumentException("a commit has a hash and a tree");
            }
        }

        /** True if the commit joins lines of history. */
        public boolean isMerge() {
            return parents.size() > 1;
        }

        /** The hash as people write it. */
        public String brief() {
            return Names.commit(hash);
        }

        private Commit withOnly(String parent) {
            return new Commit(hash, List.of(parent), tree, author, date, subject);
        }
    }

    private CommitGraph(List<Commit> commits) {
        this.commits = List.copyOf(commits);
        this.within = new BitSet[commits.size()];
        for (int i = 0; i < commits.size(); i++) {
            BitSet all = new BitSet(commits.size());
            all.set(i);
            neighbours.add(new ArrayList<>());
            for (String parent : commits.get(i).parents()) {
                Integer number = numbers.get(parent);
                if (number != null) {
                    all.or(within[number]);
                    neighbours.get(i).add(number);
                    neighbours.get(number).add(i);
                }
            }
            within[i] = all;
            numbers.put(commits.get(i).hash(), i);
        }
    }

    /**
     * The graph of some commits.
     *
     * @param good the good build's commit, which is not among them
     * @param goodTree hash of its files
     * @param commits each after its parents, the bad build's last; parents that are not among them are in the good
     *     build
     * @throws IllegalArgumentException when there are no commits, or their order is another
     */
    public static CommitGraph of(String good, String goodTree, List<Commit> commits) {
        if (commits.isEmpty()) {
            throw new IllegalArgumentException("there is no commit between two builds that are the same");
        }
        Map<String, String> trees = new HashMap<>(Map.of(good, goodTree));
        List<Commit> simple = new ArrayList<>();
        for (Commit commit : commits) {
            simple.add(
                    commit.isMerge()
                            ? commit.parents().stream()
                                    .filter(parent -> commit.tree().equals(trees.get(parent)))
                                    .findFirst()
                                    .map(commit::withOnly)
                                    .orElse(commit)
                            : commit);
            trees.put(commit.hash(), commit.tree());
        }
        CommitGraph all = new CommitGraph(simple);
        for (int i = 0; i < simple.size(); i++) {
            for (String parent : simple.get(i).parents()) {
                Integer number = all.numbers.get(parent);
                if (number != null && number >= i) {
                    throw new IllegalArgumentException(parent + ": a parent comes before its child");
                }
            }
        }
        BitSet reached = all.within[simple.size() - 1];
        return reached.cardinality() == simple.size()
                ? all
                : new CommitGraph(reached.stream().mapToObj(simple::get).toList());
    }

    /** The number of commits, at least 1. */
    public int size() {
        return commits.size();
    }

    public Commit commit(int number) {
        return commits.get(number);
    }

    /** The number of a commit; empty for one that is not among them. */
    public Optional<Integer> number(String hash) {
        return Optional.ofNullable(numbers.get(hash));
    }

    /** All commits, each after its parents. */
    public List<Commit> commits() {
        return commits;
    }

    /** The number of the bad build's commit. */
    public int bad() {
        return commits.size() - 1;
    }

    /** True if a commit contains the change of another: that one is the commit itself or an ancestor of it. */
    public boolean contains(int commit, int change) {
        return within[commit].get(change);
    }

    /** The commits that a commit contains, by number. */
    BitSet within(int commit) {
        return (BitSet) within[commit].clone();
    }

    /** True if a commit left all files as its only parent had them. */
    boolean changesNothing(int commit, String goodTree) {
        Commit one = commits.get(commit);
        if (one.parents().size() != 1) {
            return false;
        }
        Integer parent = numbers.get(one.parents().get(0));
        return one.tree().equals(parent == null ? goodTree : commits.get(parent).tree());
    }

    /**
     * The number of steps, from child to parent or back, from one commit to each; the number of commits for those that
     * no path leads to.
     */
    int[] distances(int from) {
        int[] distances = new int[size()];
        Arrays.fill(distances, size());
        distances[from] = 0;
        Deque<Integer> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            int one = next.remove();
            for (int other : neighbours.get(one)) {
                if (distances[other] == size()) {
                    distances[other] = distances[one] + 1;
                    next.add(other);
                }
            }
        }
        return distances;
    }
}
