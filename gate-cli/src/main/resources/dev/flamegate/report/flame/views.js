// The parts of the page around the graph, each rebuilt from the viewer's state.

const EVENT_NAMES = { cpu: 'CPU time', wall: 'Wall time', alloc: 'Allocation', lock: 'Lock time' };

/** Counts are named by what they count, whatever event they stand in for. */
function eventName(event) {
  return event.dimension === 'count' ? event.symbol[0].toUpperCase() + event.symbol.slice(1) : EVENT_NAMES[event.key];
}

/** Both sides by name with what they cost. */
function showSides(viewer) {
  const { data, now } = viewer;
  const { text, graph, event } = now;
  const [baseline, candidate] = graph.total.map((costs) => costs[0]);
  const what = eventName(event) + text.per + (isFiltered(viewer.state) ? ', filtered' : '');
  const side = (label, name, cost) => el('span', { class: 'side' }, label, el('bdi', null, name), ' ', el('b', null, text.cost(cost)));
  const parts = now.compared
    ? [side('Baseline ', data.baseline, baseline), ' → ', side('Candidate ', data.candidate, candidate), ' ', changeBadge(text, baseline, candidate)]
    : [side('', now.side === CANDIDATE ? data.candidate : data.baseline, now.side === CANDIDATE ? candidate : baseline)];
  byId('sides').replaceChildren(el('span', { class: 'what' }, what), ...parts);
}

function changeBadge(text, baseline, candidate) {
  const change = candidate - baseline;
  const ratio = text.ratio(baseline, candidate);
  return el('span', { class: 'badge ' + (change > 0 ? 'grew' : change < 0 ? 'shrank' : ''), id: 'change' },
    text.change(change) + (ratio ? ' (' + ratio + ')' : ''));
}

/** The total cost of all frames found. */
function showMatches(viewer) {
  const { now, state } = viewer;
  const host = byId('matches');
  host.hidden = state.query === '';
  if (host.hidden) return;
  if (now.searchError) {
    host.replaceChildren('Not a regular expression: ' + now.searchError);
    return;
  }
  const { costs, nodes } = now.matched;
  const [baseline, candidate] = costs;
  const { text } = now;
  const sum = now.compared
    ? [text.cost(baseline) + ' → ' + text.cost(candidate) + ' ', changeBadge(text, baseline, candidate)]
    : [text.cost(costs[now.side]) + ', ' + percent(costs[now.side] / now.graph.total[now.side][0] || 0)];
  host.replaceChildren(
    el('b', null, count(nodes.length) + (nodes.length === 1 ? ' match' : ' matches')), ' including what they call, each sample counted once: ', ...sum, ' ',
    button('‹ previous', () => viewer.nextMatch(-1), { disabled: nodes.length === 0 }),
    button('next ›', () => viewer.nextMatch(1), { disabled: nodes.length === 0 }));
}

const MOST_CRUMBS = 6;

/** The path to the frame zoomed to; of a long one, its ends. */
function showCrumbs(viewer) {
  const { flame } = viewer.charts;
  const host = byId('crumbs');
  host.hidden = viewer.state.tab !== 'flame';
  if (host.hidden || !viewer.now) return;
  const { graph } = viewer.now;
  const path = pathTo(graph, flame.zoomed);
  const shown = path.length <= MOST_CRUMBS ? path : [path[0], -1, ...path.slice(3 - MOST_CRUMBS)];
  const crumb = (node) => (node < 0
    ? el('span', null, `… ${count(path.length - MOST_CRUMBS + 2)} frames …`)
    : button(el('bdi', null, shortName(nodeName(graph, node))), () => flame.zoomTo(node),
      { title: nodeName(graph, node), 'aria-current': node === flame.zoomed ? 'true' : false }));
  host.replaceChildren(...shown.map(crumb));
}

/** What is known about the frame under the pointer, shown next to it and inside the window. */
function showTip(viewer, chart, node, event) {
  const tip = byId('tip');
  tip.hidden = node < 0;
  if (node < 0) return;
  tip.replaceChildren(factsElement(viewer.about(chart.scene.graph, node)));
  const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
  const below = event.clientY + 18;
  const top = below + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 12 : below;
  tip.style.left = Math.max(8, left) + 'px';
  tip.style.top = Math.max(8, top) + 'px';
}

/** All methods; the focus stays where it was. */
function showTable(viewer) {
  const { graph, methods, profile, compared, side, text, marks } = viewer.now;
  const { of, sort } = viewer.state;
  const order = compared ? (of === 'self' && sort === 'own' ? 'change' : sort) : sort === 'name' ? sort : 'share';
  const rows = sortRows(methodRows(graph, methods, profile.changes, of, isFiltered(viewer.state)), order);
  const whole = graph.total.map((costs) => costs[0]);
  const focused = document.activeElement && document.activeElement.dataset.sort;
  byId('table').replaceChildren(methodTable({ rows, order, compared, side, whole, text, of, marks, sources: viewer.sources }, {
    sort: (key) => viewer.update({ sort: key }),
    open: (row) => viewer.openNode(row.node),
    sandwich: (row) => viewer.showSandwich(row.node),
  }));
  if (focused) byId('table').querySelector(`[data-sort="${focused}"]`)?.focus();
}

/** Buttons next to the facts about the selected frame. */
function frameActions(viewer, chart, node) {
  const { graph } = chart.scene;
  const name = graph.name[node];
  return el('div', { class: 'actions' },
    button('Zoom', () => chart.zoomTo(node)),
    name < 0 ? '' : button('Callers and callees', () => viewer.showSandwich(heaviestOf(viewer.now.graph, viewer.now.profile.pools, name))),
    name < 0 ? '' : button('Search', () => viewer.searchFor(nodeName(graph, node))),
    button('Copy link', () => viewer.copyLink()));
}

/** What the colours mean, with the colours themselves. */
function showLegend(viewer) {
  const { now, state } = viewer;
  const palette = viewer.palette();
  const host = byId('legend');
  host.hidden = state.tab === 'table';
  if (!now.compared || state.colour === 'package') {
    host.replaceChildren('Colours distinguish packages.', now.compared ? ' Width: ' + widthText(viewer) + '.' : '');
    return;
  }
  const steps = [...palette.less].reverse().concat(palette.unchanged[0], palette.more);
  const what = (state.of === 'self' ? 'each frame itself' : 'each frame including what it calls') + (state.delta === 'absolute' ? '' : ', relative');
  host.replaceChildren(
    el('span', { class: 'scale', role: 'img', 'aria-label': 'Blue with minus: less. Orange with plus: more.' },
      '− less ', ...steps.map(swatch), ' more +'),
    el('span', null, 'Change of ' + what + '.'),
    el('span', null, swatch(palette.unchanged[0]), now.profile.changes.known
      ? ' no significant change' : ' no change; without trials, significance is unknown'),
    el('span', null, el('i', { class: 'hatched new' }), ' new ', el('i', { class: 'hatched gone' }), ' gone'),
    el('span', null, 'Width: ' + widthText(viewer) + '.'));
}

function widthText(viewer) {
  return { diff: 'mean of both sides', baseline: 'the baseline', candidate: 'the candidate' }[viewer.view()];
}

function swatch(colour) {
  const element = el('i', { class: 'swatch' });
  element.style.background = colour;
  return element;
}
