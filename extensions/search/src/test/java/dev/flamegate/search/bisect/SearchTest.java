package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTest {
    private static final double TEN_PERCENT = Math.log(1.1);

    @Test
    void before_anything_is_measured_the_middle_says_most() {
        Search search = search(line(15), Touch.OTHER);

        assertThat(search.next()).hasValue(7);
        assertThat(search.has(14)).isCloseTo(1, within(1e-9));
        assertThat(search.has(0)).isCloseTo(1.0 / 15, within(1e-9));
        assertThat(sum(search)).isCloseTo(1, within(1e-9));
        assertThat(search.found()).isEmpty();
        assertThat(search.left()).hasSize(15);
    }

    @Test
    void a_build_with_the_growth_excludes_what_it_does_not_contain() {
        Search search = search(line(15), Touch.OTHER);
        add(search, 14, 0.095, 0.1, 0.092);
        add(search, 7, 0.094, 0.099, 0.093);

        assertThat(search.has(7)).isGreaterThan(0.99);
        assertThat(search.isClear(7)).isTrue();
        assertThat(search.probability(8)).isLessThan(0.001);
        assertThat(search.next().orElseThrow()).isBetween(2, 4);
        assertThat(search.growth()).isCloseTo(0.095, within(0.01));
        assertThat(search.growth(0.95).low()).isLessThan(0.095);
        assertThat(search.growth(0.95).high()).isGreaterThan(0.095);
    }

    @Test
    void what_pairs_said_wrongly_later_ones_put_right() {
        Search search = search(line(3), Touch.OTHER);
        add(search, 2, 0.1, 0.12, 0.09, 0.08);
        add(search, 1, 0.12, 0.09);
        double wrong = search.has(1);
        add(search, 1, -0.01, 0.02, 0.01, -0.03, 0.0, 0.01, -0.02, 0.01);

        assertThat(wrong).isGreaterThan(0.9);
        assertThat(search.has(1)).isLessThan(0.05);
        assertThat(search.likeliest().get(0)).isEqualTo(2);
    }

    @Test
    void one_odd_pair_decides_nothing_however_far_out_it_is() {
        for (double odd : new double[] {0.9, -0.9, 5, -5}) {
            Search search = search(line(2), Touch.OTHER);
            add(search, 1, 0.1, 0.12, 0.09, 0.08);
            add(search, 0, odd);

            assertThat(search.has(0)).as("after %s", odd).isBetween(0.2, 0.8);
        }
    }

    @Test
    void the_order_of_pairs_does_not_matter() {
        List<MeasuredPair> pairs = new ArrayList<>(
                List.of(pair(7, 0.1), pair(7, 0.08), pair(3, 0.01), pair(5, 0.11), pair(5, 0.07), pair(4, 0.05)));
        Search one = search(line(8), Touch.OTHER);
        pairs.forEach(one::add);
        Collections.reverse(pairs);
        Search other = search(line(8), Touch.OTHER);
        pairs.forEach(other::add);

        IntStream.range(0, 8)
                .forEach(i -> assertThat(one.probability(i)).isCloseTo(other.probability(i), within(1e-9)));
    }

    @Test
    void the_scale_does_not_matter() {
        Search one = search(line(4), Touch.OTHER);
        Search thousand = new Search(line(4), "good", same(4, Touch.OTHER), 1000 * TEN_PERCENT, 0);
        for (MeasuredPair pair : List.of(pair(3, 0.1), pair(3, 0.09), pair(1, 0.01), pair(2, 0.08))) {
            one.add(pair);
            thousand.add(new MeasuredPair(pair.before(), pair.after(), 1000 * pair.growth()));
        }

        IntStream.range(0, 4)
                .forEach(i -> assertThat(thousand.probability(i)).isCloseTo(one.probability(i), within(1e-9)));
        assertThat(thousand.growth()).isCloseTo(1000 * one.growth(), within(1e-6));
    }

    @Test
    void what_is_merged_is_found_on_its_branch() {
        // 0 and 1 are on a branch, 2 is beside them, 3 merges, 4 follows.
        CommitGraph graph = CommitGraph.of(
                "good",
                "good",
                List.of(
                        commit("0", "good"),
                        commit("1", "0"),
                        commit("2", "good"),
                        commit("3", "2", "1"),
                        commit("4", "3")));
        Search search = search(graph, Touch.OTHER);
        add(search, 4, 0.1, 0.09, 0.1);
        add(search, 3, 0.1, 0.1, 0.09);
        add(search, 2, 0.0, 0.01, -0.01);
        add(search, 0, 0.01, -0.01, 0.0);

        assertThat(search.has(1)).isGreaterThan(0.8);
        add(search, 1, 0.1, 0.09, 0.1);
        assertThat(search.found()).containsExactly(1);
    }

    @Test
    void a_merge_is_less_probable_than_what_it_merges_until_it_is_measured() {
        CommitGraph graph = CommitGraph.of(
                "good", "good", List.of(commit("0", "good"), commit("1", "good"), commit("2", "0", "1")));
        Search search = search(graph, Touch.OTHER);
        assertThat(search.probability(2)).isLessThan(search.probability(0) / 2);

        add(search, 2, 0.1, 0.09, 0.1);
        add(search, 0, 0.0, 0.01, -0.01);
        add(search, 1, 0.0, -0.01, 0.0);

        assertThat(search.found()).containsExactly(2);
    }

    @Test
    void a_merge_that_took_nothing_over_has_one_parent() {
        CommitGraph graph = CommitGraph.of(
                "good",
                "good",
                List.of(
                        commit("0", "good"),
                        commit("1", "good"),
                        new Commit("2", List.of("1", "0"), "tree 1", "A", Instant.EPOCH, "ours")));

        assertThat(graph.commits()).extracting(Commit::hash).containsExactly("1", "2");
        assertThat(search(graph, Touch.OTHER).probability(1)).isZero();
    }

    @Test
    void commits_with_the_same_files_are_not_suspected() {
        // What 1 changes, 2 takes back; 3 changes nothing.
        CommitGraph graph = CommitGraph.of(
                "good",
                "good",
                List.of(
                        commit("0", "good"),
                        commit("1", "0"),
                        new Commit("2", List.of("1"), "tree 0", "A", Instant.EPOCH, "back"),
                        new Commit("3", List.of("2"), "tree 0", "A", Instant.EPOCH, "nothing"),
                        commit("4", "3")));
        Search search = search(graph, Touch.OTHER);

        assertThat(IntStream.range(0, 5).filter(i -> search.probability(i) > 0)).containsExactly(0, 4);
    }

    @Test
    void a_change_taken_back_and_made_again_is_found_where_it_was_made_again() {
        CommitGraph graph = CommitGraph.of(
                "good",
                "good",
                List.of(
                        commit("0", "good"),
                        new Commit("1", List.of("0"), "good", "A", Instant.EPOCH, "back"),
                        new Commit("2", List.of("1"), "tree 0", "A", Instant.EPOCH, "again")));

        assertThat(search(graph, Touch.OTHER).found()).containsExactly(2);
    }

    @Test
    void builds_that_are_the_same_exclude_what_is_between_them() {
        Search search = search(line(6), Touch.OTHER);

        search.alike(1, 4);
        search.alike(MeasuredPair.GOOD, 0);

        assertThat(IntStream.range(0, 6).filter(i -> search.probability(i) > 0)).containsExactly(1, 5);
    }

    @Test
    void a_build_that_is_known_as_another_commit_s_is_not_asked_for_again() {
        Search search = search(line(15), Touch.OTHER);
        int first = search.next().orElseThrow();

        search.alike(2, first);

        assertThat(search.next().orElseThrow()).isNotEqualTo(first);
    }

    @Test
    void around_what_does_not_build_is_further_than_next_to_it() {
        Search search = search(line(15), Touch.OTHER);
        search.unmeasurable(7);

        int next = search.next().orElseThrow();

        assertThat(next).isNotEqualTo(7);
        assertThat(Math.abs(next - 7)).isBetween(2, 4);
    }

    @Test
    void what_cannot_be_told_apart_is_a_range() {
        Search search = search(line(5), Touch.OTHER);
        search.unmeasurable(1);
        search.unmeasurable(2);
        add(search, 4, 0.1, 0.09, 0.1);
        add(search, 3, 0.1, 0.1, 0.09);
        add(search, 0, 0.0, 0.01, -0.01);

        assertThat(search.found()).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void a_pair_of_two_commits_says_whether_it_is_between_them() {
        Search search = search(line(8), Touch.OTHER);
        add(search, 7, 0.1, 0.09, 0.1);
        for (double growth : new double[] {0.1, 0.09, 0.11}) {
            search.add(new MeasuredPair(4, 5, growth));
        }
        assertThat(search.found()).containsExactly(5);

        for (double growth : new double[] {0.0, 0.01, -0.01, 0.0, 0.01, 0.01, -0.01}) {
            search.add(new MeasuredPair(4, 5, growth));
        }
        assertThat(search.found()).isEmpty();
    }

    @Test
    void the_first_guess_says_where_to_look_and_is_outweighed() {
        List<Touch> touches = new ArrayList<>(same(16, Touch.OTHER));
        touches.set(3, Touch.CULPRIT);
        Search search = new Search(line(16), "good", touches, TEN_PERCENT, 0);
        assertThat(search.likeliest().get(0)).isEqualTo(3);
        assertThat(search.next().orElseThrow()).isBetween(2, 3);

        add(search, 15, 0.1, 0.09, 0.1);
        add(search, 3, 0.0, 0.01, -0.01);

        assertThat(search.probability(3)).isLessThan(0.01);
    }

    @Test
    void only_documents_are_hardly_suspected() {
        List<Touch> touches = new ArrayList<>(same(2, Touch.OTHER));
        touches.set(0, Touch.NOT_BUILT);

        assertThat(new Search(line(2), "good", touches, TEN_PERCENT, 0).found()).containsExactly(1);
    }

    /** Values read in whole milliseconds are often equal, which is no proof of a small noise. */
    @Test
    void equal_values_in_steps_are_not_certain() {
        double step = Math.log(5 / 4.0);
        Search exact = new Search(line(2), "good", same(2, Touch.OTHER), step, 0);
        Search stepped = new Search(line(2), "good", same(2, Touch.OTHER), step, step);
        for (Search search : List.of(exact, stepped)) {
            add(search, 1, step, step, step);
            add(search, 0, step);
        }

        assertThat(stepped.has(0)).isBetween(0.6, exact.has(0) - 0.005);
    }

    /** Noise as of a busy machine, with tails: 64 commits, merges, commits that do not build. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.0953", "0.002, 0.0488", "0.3, 2.0"})
    void of_64_commits_the_right_one_is_found_in_at_most_8_steps(double sd, double growth) {
        int right = 0;
        int soon = 0;
        int times = 40;
        for (int seed = 1; seed <= times; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            History history = new History(random);
            int steps = history.search(sd, growth, random);
            right += history.search.found().contains(history.culprit) ? 1 : 0;
            soon += steps <= 8 ? 1 : 0;
        }

        assertThat(right).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * times));
        assertThat(soon).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * times));
    }

    @Test
    void a_growth_that_is_none_is_refused() {
        assertThatThrownBy(() -> new Search(line(2), "good", same(2, Touch.OTHER), 0, 0))
                .hasMessageContaining("0.0");
        assertThatThrownBy(() -> new Search(line(2), "good", same(1, Touch.OTHER), 1, 0))
                .hasMessageContaining("1");
        assertThatThrownBy(() -> CommitGraph.of("good", "good", List.of())).hasMessageContaining("no commit");
        assertThatThrownBy(() -> CommitGraph.of("good", "good", List.of(commit("1", "0"), commit("0", "1"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MeasuredPair(0, 1, Double.NaN)).hasMessageContaining("NaN");
    }

    /** A made history of 64 commits. */
    private static final class History {
        private final CommitGraph graph;
        private final BitSet broken = new BitSet();
        private final int culprit;
        private Search search;

        History(SplittableRandom random) {
            List<Commit> commits = new ArrayList<>();
            String tip = "good";
            while (commits.size() < 64) {
                int n = commits.size();
                if (n % 16 == 8) {
                    commits.add(commit("" + n, tip));
                    commits.add(commit("" + (n + 1), "" + n));
                    commits.add(commit("" + (n + 2), tip));
                    commits.add(commit("" + (n + 3), "" + (n + 2), "" + (n + 1)));
                    tip = "" + (n + 3);
                } else {
                    commits.add(commit("" + n, tip));
                    tip = "" + n;
                }
            }
            graph = CommitGraph.of("good", "good", commits);
            for (int i = 0; i < 63; i++) {
                broken.set(i, random.nextDouble() < (i > 0 && broken.get(i - 1) ? 0.5 : 0.05));
            }
            int one = random.nextInt(64);
            while (graph.commit(one).isMerge()) {
                one = random.nextInt(64);
            }
            culprit = one;
            search = SearchTest.search(graph, Touch.OTHER);
        }

        /** Returns in how many steps. */
        int search(double sd, double growth, SplittableRandom random) {
            List<Double> whole = IntStream.range(0, 5)
                    .mapToObj(i -> growth + noise(sd, random))
                    .toList();
            search = new Search(graph, "good", same(64, Touch.OTHER), PairGrowths.typical(whole), 0);
            whole.forEach(one -> search.add(pair(63, one)));
            int steps = 0;
            OptionalInt next = search.next();
            while (search.found().isEmpty() && next.isPresent() && steps < 30) {
                int commit = next.getAsInt();
                if (broken.get(commit)) {
                    search.unmeasurable(commit);
                } else {
                    steps++;
                    do {
                        search.add(pair(commit, (graph.contains(commit, culprit) ? growth : 0) + noise(sd, random)));
                    } while (!search.isClear(commit) && search.found().isEmpty());
                }
                next = search.next();
            }
            return steps;
        }

        /** Student's t with 4 degrees of freedom, scaled to the deviation. */
        private static double noise(double sd, SplittableRandom random) {
            double squares = 0;
            for (int i = 0; i < 4; i++) {
                squares += Math.pow(random.nextGaussian(), 2);
            }
            return sd / Math.sqrt(2) * random.nextGaussian() / Math.sqrt(squares / 4);
        }
    }

    private static double sum(Search search) {
        return IntStream.range(0, search.graph().size())
                .mapToDouble(search::probability)
                .sum();
    }

    private static void add(Search search, int commit, double... growths) {
        for (double growth : growths) {
            search.add(pair(commit, growth));
        }
    }

    private static MeasuredPair pair(int commit, double growth) {
        return new MeasuredPair(MeasuredPair.GOOD, commit, growth);
    }

    private static Search search(CommitGraph graph, Touch touch) {
        return new Search(graph, "good", same(graph.size(), touch), TEN_PERCENT, 0);
    }

    private static List<Touch> same(int commits, Touch touch) {
        return Collections.nCopies(commits, touch);
    }

    private static CommitGraph line(int commits) {
        return CommitGraph.of(
                "good",
                "good",
                IntStream.range(0, commits)
                        .mapToObj(i -> commit("" + i, i == 0 ? "good" : "" + (i - 1)))
                        .toList());
    }

    private static Commit commit(String hash, String... parents) {
        return new Commit(hash, List.of(parents), "tree " + hash, "Ada", Instant.EPOCH, "change " + hash);
    }
}
