// Callers above, callees below, the method between them, in two separate charts.

class SandwichView {
  constructor(viewer, host) {
    this.viewer = viewer;
    this.title = el('h2');
    const callers = el('div', { class: 'half' });
    const callees = el('div', { class: 'half' });
    host.append(this.title, el('h3', null, 'Called by'), callers, el('h3', null, 'Calls'), callees);
    this.callers = viewer.makeChart(callers, 'Callers. Arrow keys move between frames.');
    this.callees = viewer.makeChart(callees, 'Callees. Arrow keys move between frames.');
    this.method = -1;
  }

  choose(profile, method) {
    this.profile = profile;
    this.method = method;
    for (const chart of [this.callers, this.callees]) chart.forget();
  }

  show() {
    const { viewer } = this;
    const { graph, profile, text, compared, side } = viewer.now;
    if (this.method < 0 || this.profile !== profile) {
      viewer.showSandwich();
      return;
    }
    this.merge(graph, profile);
    this.callers.show(viewer.scene(this.graphs[0], true));
    this.callees.show(viewer.scene(this.graphs[1], false));
    for (const chart of [this.callers, this.callees]) fitToContent(chart);
    const [baseline, candidate] = this.graphs[1].total.map((costs) => costs[0]);
    this.title.replaceChildren(nameElement(graph.names[this.method]), ' ', ...(compared
      ? [text.cost(baseline) + ' → ' + text.cost(candidate) + ' ', changeBadge(text, baseline, candidate)]
      : [text.cost([baseline, candidate][side])]));
  }

  /** Merging takes a while on large profiles, so it is done once for a method and a filter. */
  merge(graph, profile) {
    if (this.merged === graph && this.mergedMethod === this.method) return;
    const roots = occurrences(graph, profile.pools, this.method);
    this.graphs = [callersOf(graph, roots), calleesOf(graph, roots)];
    this.merged = graph;
    this.mergedMethod = this.method;
  }

  current() {
    return document.activeElement === this.callers.canvas || (this.callers.selected >= 0 && this.callees.selected < 0)
      ? this.callers : this.callees;
  }
}

/** Each half takes the room it needs; if there is not enough, both shrink alike. */
function fitToContent(chart) {
  chart.scroller.parentNode.style.flexBasis = (chart.deepest + 1) * ROW + 4 + 'px';
}
