// What the other keys and the buttons do; mixed into the viewer.

const ACTIONS = {
  showTab(tab) {
    return tab === 'sandwich' ? this.showSandwich() : this.update({ tab });
  },

  /**
   * Shows callers and callees of a frame's method; by default of the selected frame, or else of the costliest method.
   */
  showSandwich(node) {
    const { flame } = this.charts;
    const { graph, profile } = this.now;
    const chosen = node ?? (flame.selected > 0 ? flame.selected : this.nodeOf(this.state));
    const fallback = chosen > 0 ? chosen : widestLeaf(graph);
    if (fallback <= 0) return undefined;
    Object.assign(this.state, { frame: nodeName(graph, fallback), path: null, at: -1, tab: 'sandwich' });
    this.sandwich.choose(profile, graph.name[fallback]);
    return this.refresh();
  },

  openCulprit() {
    const { culprit } = this.data;
    if (!culprit) return say('No culprit was found.');
    return this.update({ event: culprit.event, ...UNFILTERED }).then(() =>
      this.openNode(this.nodeOf({ path: culprit.path.length > 0 ? culprit.path : null, frame: culprit.frame, at: -1 })));
  },

  showCulprit() {
    const { culprit } = this.data;
    if (!culprit) return;
    byId('culprit').hidden = false;
    byId('culprit').append(
      el('strong', null, 'Culprit '), nameElement(culprit.frame), el('bdi', null, culprit.text ? ': ' + culprit.text : ''), ' ',
      button('Show', () => this.openCulprit()));
  },

  focusSearch() {
    this.bar.search.focus();
    this.bar.search.select();
  },

  searchFor(text) {
    this.matchAt = -1;
    return this.update({ query: text, regex: false });
  },

  escape() {
    for (const id of ['filters', 'tip']) byId(id).hidden = true;
    if (byId('help').open) this.toggleHelp();
    this.bar.closeExport();
    if (document.activeElement === this.bar.search && this.bar.search.value) {
      this.bar.search.value = '';
      this.matchAt = -1;
      this.update({ query: '' });
    }
    this.focusGraph();
  },

  toggleFilters() {
    const panel = byId('filters');
    panel.hidden = !panel.hidden;
    this.bar.show();
    if (!panel.hidden) panel.querySelector('input').focus();
  },

  toggleTheme() {
    document.documentElement.dataset.theme = this.isDark() ? 'light' : 'dark';
    this.repaint();
  },

  repaint() {
    if (this.now) this.show();
  },

  toggleExport() {
    this.bar.toggleExport();
  },

  toggleHelp() {
    const help = byId('help');
    if (help.open) return help.close();
    help.replaceChildren(helpElement(() => help.close()));
    return help.showModal();
  },

  nextEvent() {
    const { events } = this.data;
    this.chooseEvent(events[(events.indexOf(this.event()) + 1) % events.length].key);
  },

  /** Looks for the frame by its name in the other event's profile. */
  async chooseEvent(key) {
    const { flame } = this.charts;
    const name = flame.selected > 0 ? nodeName(this.now.graph, flame.selected) : '';
    await this.update({ event: key === this.data.events[0].key ? '' : key, path: null, at: -1, frame: name, ...UNFILTERED });
    if (this.state.tab === 'sandwich') await this.showSandwich();
    else if (name) this.openState();
  },

  /** Copies a link to the current view to the clipboard. */
  async copyLink() {
    await navigator.clipboard.writeText(location.href);
    say('Link copied');
  },

  exportSvg() {
    download(this.fileName('svg'), 'image/svg+xml', chartSvg(this.chart(), this.data.title));
  },

  exportCollapsed(sides, suffix) {
    const { profile } = this.now;
    download(this.fileName(suffix + '.collapsed'), 'text/plain', collapsed(profile, wantedFacets(profile, this.state), sides));
  },

  exportJson() {
    const { event, graph, methods, profile, text } = this.now;
    const unit = { time: 'seconds', size: 'bytes' }[text.unit.dimension] || text.unit.symbol;
    download(this.fileName('json'), 'application/json', [methodsJson({
      data: this.data, event, graph, methods, changes: profile.changes, filtered: isFiltered(this.state), unit,
    })]);
  },

  fileName(ending) {
    return this.data.title.replace(/[^\w.-]+/g, '-').slice(0, 80) + '-' + this.now.event.key + '.' + ending;
  },
};

/** The frame with the largest self cost in both arms together. */
function widestLeaf(graph) {
  let best = 0;
  for (let node = 1; node < graph.size; node++) {
    if (graph.self[BASELINE][node] + graph.self[CANDIDATE][node] > graph.self[BASELINE][best] + graph.self[CANDIDATE][best]) best = node;
  }
  return best;
}
