// The page: holds the state, derives everything else from it, and shows the result.

class Viewer {
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.sources = new Map(data.sources);
    this.profiles = new Map();
    this.layouts = new WeakMap();
    this.written = '';
    this.charts = {
      flame: this.makeChart(byId('flame'), 'Flame graph. Arrow keys move between frames, Enter zooms, ? lists all keys.'),
    };
    this.sandwich = new SandwichView(this, byId('sandwich'));
    this.bar = new Toolbar(this);
    byId('title').append(el('bdi', null, data.title));
    byId('unfilter').addEventListener('click', () => this.update(UNFILTERED));
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault(); // the fragment is reserved for the state
      this.focusGraph();
    });
    this.showCulprit();
  }

  makeChart(host, label) {
    const chart = new Chart(host, label, {
      select: (node) => this.selected(chart, node),
      zoom: () => this.zoomed(chart),
      hover: (node, event) => showTip(this, chart, node, event),
    });
    return chart;
  }

  /** Applies a change of the state and shows the result. */
  update(part) {
    Object.assign(this.state, part);
    return this.refresh();
  }

  event() {
    return this.data.events.find((event) => event.key === this.state.event) || this.data.events[0];
  }

  async profile(event) {
    if (!this.profiles.has(event.key)) {
      const profile = await readProfile(event.key);
      profile.pools = new Set(profile.facets.filter(isMachine).map((facet) => facet.pool));
      profile.changes = changesOf(profile.methods);
      profile.facetCosts = facetCosts(profile, event.factors);
      this.profiles.set(event.key, profile);
    }
    return this.profiles.get(event.key);
  }

  /** Derives everything from the state; what has not changed is kept. */
  async refresh() {
    const event = this.event();
    const profile = await this.profile(event);
    if (event !== this.event()) return; // another event was chosen while this one was being read
    const last = this.now;
    const filter = JSON.stringify(FACET_KINDS.map(([key]) => this.state[key])) + this.state.machine;
    const same = last && last.event === event && last.filter === filter;
    const graph = same ? last.graph : graphOf(profile, event.factors, wantedFacets(profile, this.state));
    this.now = {
      event, filter, profile, graph,
      text: new CostText(event),
      compared: event.hasBaseline && event.hasCandidate,
      side: event.hasCandidate ? CANDIDATE : BASELINE,
      methods: same ? last.methods : methodsOf(graph, profile.pools),
    };
    if (last && last.event !== event) this.forgetFrames();
    timed('flame-search', () => this.search());
    this.show();
  }

  /** Frames of one event are not those of another. */
  forgetFrames() {
    this.charts.flame.forget();
    this.matchAt = -1;
  }

  search() {
    const { graph, profile } = this.now;
    const { marks, error } = matchNames(profile.names, this.state.query, this.state.regex);
    this.now.marks = marks;
    this.now.searchError = error;
    this.now.matched = marks ? matchedCosts(graph, marks) : null;
  }

  palette() {
    return PALETTES[this.isDark() ? 'dark' : 'light'];
  }

  isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** The current view; a single profile has only one. */
  view() {
    if (!this.now.compared) return this.now.side === BASELINE ? 'baseline' : 'candidate';
    return this.state.view;
  }

  /** The layout, computed once per graph and view. */
  layoutOf(graph) {
    if (!this.layouts.has(graph)) this.layouts.set(graph, {});
    const views = this.layouts.get(graph);
    const view = this.view();
    views[view] = views[view] || layOut(graph, view);
    return views[view];
  }

  /** What a chart needs to draw a graph. */
  scene(graph, up) {
    const { compared, profile, text } = this.now;
    const palette = this.palette();
    const { of, delta, colour } = this.state;
    return {
      graph, up, palette,
      layout: this.layoutOf(graph),
      colouring: new Colouring(graph, profile.changes, { compared, of, delta, colour, palette }),
      marks: this.now.marks,
      amount: compared ? (node) => this.changeText(graph, node, text) : (node) => this.costText(graph, node, text),
    };
  }

  changeText(graph, node, text) {
    const [baseline, candidate] = graph[this.state.of].map((costs) => costs[node]);
    const relative = this.state.delta === 'relative' && baseline > 0 && candidate > 0;
    const amount = relative ? text.ratio(baseline, candidate) : text.change(candidate - baseline);
    const kind = graph.total[BASELINE][node] === 0 ? ' new' : graph.total[CANDIDATE][node] === 0 ? ' gone' : '';
    return amount + kind;
  }

  costText(graph, node, text) {
    return text.cost(graph[this.state.of][this.now.side][node]);
  }

  show() {
    const { graph } = this.now;
    const empty = graph.total[BASELINE][0] + graph.total[CANDIDATE][0] === 0;
    byId('nothing').hidden = !empty;
    for (const tab of ['flame', 'sandwich', 'table']) byId(tab).hidden = empty || tab !== this.state.tab;
    this.bar.show();
    showSides(this);
    showMatches(this);
    showLegend(this);
    if (!empty) this.showView(graph);
    this.showDetails();
    this.writeHash();
  }

  showView(graph) {
    if (this.state.tab === 'table') showTable(this);
    else if (this.state.tab === 'sandwich') this.sandwich.show();
    else this.charts.flame.show(this.scene(graph, this.state.up));
    showCrumbs(this);
  }

  about(graph, node) {
    const { text, compared, side, profile } = this.now;
    return { graph, node, text, compared, side, changes: profile.changes, sources: this.sources };
  }

  selected(chart, node) {
    const { graph } = chart.scene;
    if (chart === this.charts.flame) Object.assign(this.state, frameState(graph, node));
    this.showDetails();
    this.writeHash();
    say(spoken(this.about(graph, node)));
  }

  zoomed(chart) {
    if (chart !== this.charts.flame) return;
    showCrumbs(this);
    this.writeHash();
  }

  showDetails() {
    const chart = this.chart();
    const host = byId('details');
    const node = chart && chart.scene ? chart.selected : -1;
    host.hidden = this.state.tab === 'table' || node < 0;
    if (host.hidden) return;
    host.replaceChildren(factsElement(this.about(chart.scene.graph, node)), frameActions(this, chart, node));
  }

  /** The chart that keys act on: in the sandwich the one with the focus. */
  chart() {
    return this.state.tab === 'sandwich' ? this.sandwich.current() : this.charts.flame;
  }

  writeHash() {
    const chart = this.charts.flame;
    const { graph } = this.now;
    const zoomed = chart.zoomed;
    const within = chart.selected > 0 && isWithin(graph, chart.selected, zoomed);
    this.state.zoom = zoomed > 0 && within ? graph.depth[zoomed] : -1;
    this.written = formatHash(this.state);
    if (this.written !== location.hash) history.replaceState(null, '', this.written);
  }

  /** Called when the address was edited, or a link into this page followed. */
  async followHash() {
    if (location.hash === this.written) return;
    this.state = parseHash(location.hash);
    this.forgetFrames();
    await this.refresh();
    this.openState();
  }

  /** Selects the frame named in the state and zooms accordingly. */
  openState() {
    const { state } = this;
    const node = this.nodeOf(state);
    if (node <= 0) {
      if (state.frame || state.path || state.at >= 0) say('The frame in this link is not in this profile.');
      return;
    }
    if (state.tab === 'sandwich') this.showSandwich(node);
    else if (state.tab === 'flame') this.openNode(node, state.zoom);
  }

  nodeOf({ path, frame, at }) {
    const { graph, profile } = this.now;
    if (at > 0 && at < graph.size) return at;
    const found = path ? findPath(graph, path) : -1;
    const name = path && path.length > 0 ? path[path.length - 1] : frame;
    return found > 0 ? found : heaviestOf(graph, profile.pools, graph.names.indexOf(name));
  }

  async openNode(node, zoomDepth = -1) {
    await this.update({ tab: 'flame' });
    const { flame } = this.charts;
    if (zoomDepth > 0) flame.zoomTo(pathTo(this.now.graph, node)[zoomDepth] ?? node);
    flame.open(node);
  }
}

Object.assign(Viewer.prototype, MOVES, ACTIONS);
