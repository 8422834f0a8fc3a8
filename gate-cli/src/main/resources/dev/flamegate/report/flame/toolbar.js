// The row of buttons, the search, and the panels that open below it.

class Toolbar {
  constructor(viewer) {
    this.viewer = viewer;
    this.search = el('input', {
      type: 'search', placeholder: 'Search frames ( / )', 'aria-label': 'Search frames', spellcheck: 'false', autocomplete: 'off', maxlength: 500,
      oninput: () => this.typed(),
      onkeydown: (event) => event.key === 'Enter' && viewer.nextMatch(event.shiftKey ? -1 : 1),
    });
    this.search.value = viewer.state.query;
    this.regex = el('input', { type: 'checkbox', onchange: () => viewer.update({ regex: this.regex.checked }) });
    this.choices = el('div', { class: 'choices' });
    this.menu = el('div', { class: 'menu', hidden: true });
    this.filterButton = button('Filter', () => viewer.toggleFilters(), { title: 'By pool, request and state (p)', 'aria-controls': 'filters' });
    this.moreButton = button('View', () => this.toggleMore(), { class: 'narrow', 'aria-expanded': 'false', title: 'What is shown, and how' });
    byId('buttons').append(this.buttonRow(), this.menu);
    byId('toolbar').append(this.choices, el('div', { class: 'searching' }, this.search,
      el('label', { class: 'check', title: 'The text is a regular expression' }, this.regex, ' .*'), this.filterButton, this.moreButton));
  }

  /** On a narrow screen, rarely used choices are behind a button. */
  toggleMore() {
    const open = byId('toolbar').classList.toggle('open');
    this.moreButton.setAttribute('aria-expanded', String(open));
  }

  typed() {
    this.viewer.matchAt = -1;
    const text = this.search.value;
    this.viewer.update({ query: text.toWellFormed ? text.toWellFormed() : text });
  }

  buttonRow() {
    const { viewer } = this;
    this.exportButton = button('Export', () => this.toggleExport(), { title: 'SVG, collapsed stacks, JSON (x)' });
    return el('div', { class: 'choice' }, this.exportButton,
      button('◐', () => viewer.toggleTheme(), { 'aria-label': 'Dark or light', title: 'Dark or light (d)' }),
      button('?', () => viewer.toggleHelp(), { 'aria-label': 'Help', title: 'Help (?)' }));
  }

  show() {
    const { viewer } = this;
    const { state, now } = viewer;
    const set = (key) => (value) => viewer.update({ [key]: value });
    const focused = this.focusedChoice();
    this.choices.replaceChildren(
      ...(viewer.data.events.length > 1 ? [this.eventChoice()] : []),
      choice('Show as', [['flame', 'Flame', 'f'], ['sandwich', 'Sandwich', 's'], ['table', 'Table', 't']], state.tab, (tab) => viewer.showTab(tab)),
      ...(now.compared ? this.comparedChoices(set) : []),
      choice('Cost of', [['total', 'Total', 'Including what a frame calls (o)'], ['self', 'Self', 'Of the frame alone (o)']], state.of, set('of')),
      ...(state.tab === 'flame' ? [this.directionChoice(set)] : []));
    this.restoreFocus(focused);
    if (this.search.value !== state.query) this.search.value = state.query;
    this.regex.checked = state.regex;
    this.showFilters();
  }

  directionChoice(set) {
    return choice('Direction', [[false, '▼', 'Icicle: callers above (i)'], [true, '▲', 'Flame: callers below (i)']], this.viewer.state.up, set('up'));
  }

  /** The table shows the costs of both sides and both kinds of change at once. */
  comparedChoices(set) {
    const { state } = this.viewer;
    if (state.tab === 'table') return [];
    return [
      choice('View', [['diff', 'Difference', '1'], ['baseline', 'Baseline', '2'], ['candidate', 'Candidate', '3']], state.view, set('view')),
      choice('Changes', [['absolute', '± ' + this.viewer.now.text.unit.symbol, 'Absolute (r)'], ['relative', '± %', 'Relative (r)']], state.delta, set('delta')),
      choice('Colour by', [['change', '±', 'Colour by change (k)'], ['package', '●', 'Colour by package (k)']], state.colour, set('colour')),
    ];
  }

  eventChoice() {
    const { viewer } = this;
    const events = viewer.data.events.map((event) => [
      event.key, { cpu: 'CPU', wall: 'Wall', alloc: 'Alloc', lock: 'Lock' }[event.key], eventName(event) + ' (e)',
    ]);
    return choice('Event', events, viewer.event().key, (key) => viewer.chooseEvent(key));
  }

  /** Rebuilds the buttons; the focus stays where it was. */
  focusedChoice() {
    const element = document.activeElement;
    return this.choices.contains(element) ? [element.parentNode.getAttribute('aria-label'), element.dataset.value] : null;
  }

  restoreFocus(focused) {
    if (!focused) return;
    const [group, value] = focused;
    const element = [...this.choices.querySelectorAll('button')]
      .find((one) => one.parentNode.getAttribute('aria-label') === group && one.dataset.value === value);
    if (element) element.focus();
  }

  showFilters() {
    const { viewer } = this;
    const panel = byId('filters');
    this.filterButton.setAttribute('aria-expanded', String(!panel.hidden));
    this.filterButton.textContent = isFiltered(viewer.state) ? 'Filter ●' : 'Filter';
    if (panel.hidden) return;
    const { now, state } = viewer;
    const inputs = () => [...panel.querySelectorAll('input, button')];
    const focused = inputs().indexOf(document.activeElement);
    panel.replaceChildren(filterPanel(now.profile.facetCosts, state, now.text, now.compared ? [BASELINE, CANDIDATE] : [now.side],
      (part) => viewer.update(part)));
    if (focused >= 0 && inputs()[focused]) inputs()[focused].focus();
  }

  toggleExport() {
    this.menu.hidden = !this.menu.hidden;
    if (this.menu.hidden) return;
    const { viewer } = this;
    const { compared, side } = viewer.now;
    const item = (text, action) => button(text, () => {
      this.closeExport();
      action();
    });
    const stacks = compared
      ? [item('Collapsed stacks, both sides', () => viewer.exportCollapsed([BASELINE, CANDIDATE], 'both')),
        item('Collapsed stacks, baseline', () => viewer.exportCollapsed([BASELINE], 'baseline')),
        item('Collapsed stacks, candidate', () => viewer.exportCollapsed([CANDIDATE], 'candidate'))]
      : [item('Collapsed stacks', () => viewer.exportCollapsed([side], 'stacks'))];
    const picture = viewer.state.tab === 'table' ? [] : [item('Picture as SVG', () => viewer.exportSvg())];
    this.menu.replaceChildren(...picture, ...stacks, item('All methods as JSON', () => viewer.exportJson()));
    this.menu.firstChild.focus();
  }

  closeExport() {
    this.menu.hidden = true;
  }
}
