package dev.flamegate.judge.attribution;

import dev.flamegate.model.Culprit.Kind;
import dev.flamegate.stats.Change;

/**
 * A frame that explains a growth.
 *
 * @param node where it grew most
 * @param values its cost by trial; with what moved into it taken together
 * @param within the frame below it that the growth is in, when that is not changeable; -1 for none
 * @param movedFrom the frame whose cost moved into it; -1 for none
 * @param explains the frame whose samples are all explained by it: itself, or {@code within}
 */
record Found(int frame, int node, Kind kind, double[] values, Change change, int within, int movedFrom, int explains) {
    /** The same without what moved into it. */
    Found net(Moves.Move move, Change netChange) {
        return new Found(frame, node, kind, move.values(), netChange, within, move.from(), explains);
    }
}
