// What the keys for moving and zooming do; mixed into the viewer.

const MOVES = {
  /** Up and down on the screen: callers are above in the icicle and below in the flame. */
  moveVertically(step) {
    const chart = this.chart();
    const { graph, layout, up } = chart.scene;
    const from = Math.max(0, chart.selected);
    const toCaller = up ? step > 0 : step < 0;
    const to = toCaller ? graph.parent[from] : widestChild(graph, layout, from);
    if (to >= 0) chart.open(to);
  },

  /** To the next frame of the same depth that has a cost. */
  moveSideways(step) {
    const chart = this.chart();
    const { graph, layout } = chart.scene;
    const from = Math.max(0, chart.selected);
    const level = graph.levels[graph.depth[from]];
    let at = level.indexOf(from) + step;
    while (at >= 0 && at < level.length && layout.width[level[at]] === 0) at += step;
    if (at >= 0 && at < level.length) chart.open(level[at]);
  },

  zoomSelected() {
    const chart = this.chart();
    if (chart.selected >= 0) chart.zoomTo(chart.selected);
  },

  zoomOut() {
    const chart = this.chart();
    chart.zoomTo(Math.max(0, chart.scene.graph.parent[chart.zoomed]));
  },

  zoomReset() {
    this.chart().zoomTo(0);
  },

  focusGraph() {
    const chart = this.chart();
    if (chart) chart.canvas.focus();
  },

  nextMatch(step) {
    const { matched } = this.now;
    if (!matched || matched.nodes.length === 0) return;
    const size = matched.nodes.length;
    this.matchAt = this.matchAt === undefined || this.matchAt < 0 ? (step > 0 ? 0 : size - 1) : (this.matchAt + step + size) % size;
    this.openNode(matched.nodes[this.matchAt]);
  },
};

function widestChild(graph, layout, node) {
  let best = -1;
  for (let child = node + 1; child < graph.end[node]; child = graph.end[child]) {
    if (layout.width[child] > 0 && (best < 0 || layout.width[child] > layout.width[best])) best = child;
  }
  return best;
}
