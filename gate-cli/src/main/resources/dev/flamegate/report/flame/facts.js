// What is shown about one frame, next to the pointer and in the strip below the graph.

/** The change of one method over all trials: [baseline, candidate, low, high, significant, confidence] in the data. */
function changeOf(values) {
  if (!values) return undefined;
  const [baseline, candidate, low, high, significant, confidence] = values;
  return { baseline, candidate, low: low ?? -Infinity, high: high ?? Infinity, significant: significant === 1, confidence };
}

/** Changes by index of the name, of totals and of selfs; `known` says whether there are any. */
function changesOf(methods) {
  const changes = { known: methods.length > 0, total: new Map(), self: new Map() };
  for (const [name, total, self] of methods) {
    if (total) changes.total.set(name, changeOf(total));
    if (self) changes.self.set(name, changeOf(self));
  }
  return changes;
}

/** Writes costs of one event in one unit. */
class CostText {
  constructor(event) {
    this.unit = { symbol: event.symbol, dimension: event.dimension, toBase: event.toBase };
    this.per = event.per ? ' per ' + event.per : '';
  }

  cost(base) {
    return quantity(base, this.unit);
  }

  change(base) {
    return change(base, this.unit);
  }

  ratio(baseline, candidate) {
    if (baseline === 0) return candidate === 0 ? '' : 'new';
    return candidate === 0 ? 'gone' : growth((candidate - baseline) / baseline);
  }

  interval({ low, high }) {
    return '[' + this.change(low) + ', ' + this.change(high) + ']';
  }
}

function place(name, line, sources) {
  const file = sources.get(name);
  if (file) return file + (line > 0 ? ':' + line : '');
  return line > 0 ? 'line ' + line : '';
}

/** What is known about a node and its method: [what, baseline, candidate, change of the method or undefined]. */
function costRows({ graph, node, changes }) {
  const rows = [
    ['This frame', graph.total[BASELINE][node], graph.total[CANDIDATE][node]],
    ['This frame itself', graph.self[BASELINE][node], graph.self[CANDIDATE][node]],
  ];
  for (const [what, known] of [['The method, all frames', changes.total], ['The method itself', changes.self]]) {
    const change = known.get(graph.name[node]);
    if (change) rows.push([what, change.baseline, change.candidate, change]);
  }
  return rows.filter(([what, baseline, candidate]) => what === 'This frame' || baseline > 0 || candidate > 0);
}

function intervalText(change, text) {
  return 'interval ' + text.interval(change) + ' at ' + percent(change.confidence) + ', ' + (change.significant ? 'significant' : 'not significant');
}

/** @param about {graph, node, text, compared, side, changes, sources} */
function factsElement(about) {
  const { graph, node, sources } = about;
  const name = nodeName(graph, node);
  const where = place(name, graph.line[node], sources);
  return el('div', { class: 'facts' },
    el('p', { class: 'name' }, nameElement(name), where ? el('span', { class: 'where' }, ' ', el('bdi', null, where)) : ''),
    about.compared ? comparedFacts(about) : singleCosts(about));
}

function comparedFacts(about) {
  const { text } = about;
  const head = [text.per.trim(), 'Baseline', 'Candidate', 'Change', 'Relative'];
  return el('table', null,
    el('thead', null, el('tr', null, ...head.map((cell) => el('th', { scope: cell ? 'col' : false }, cell)))),
    el('tbody', null, ...costRows(about).flatMap((row) => factRows(row, text))));
}

/** The costs and, on a separate line, what the trials say. */
function factRows([what, baseline, candidate, change], text) {
  const cells = [text.cost(baseline), text.cost(candidate), text.change(candidate - baseline), text.ratio(baseline, candidate)];
  const costs = el('tr', null, el('th', { scope: 'row' }, what), ...cells.map((cell) => el('td', null, cell)));
  return change ? [costs, el('tr', null, el('td', { colspan: 5, class: 'interval' }, intervalText(change, text)))] : [costs];
}

function singleCosts({ graph, node, text, side }) {
  const total = graph.total[side][node];
  const whole = graph.total[side][0];
  return el('p', null, text.cost(total) + text.per + ', ' + percent(whole === 0 ? 0 : total / whole) + '; itself '
    + text.cost(graph.self[side][node]));
}

/** The same in one line, for screen readers. */
function spoken({ graph, node, text, compared, side }) {
  const [baseline, candidate] = [graph.total[BASELINE][node], graph.total[CANDIDATE][node]];
  const costs = compared
    ? text.cost(baseline) + ' to ' + text.cost(candidate) + ', ' + text.change(candidate - baseline)
    : text.cost(graph.total[side][node]);
  return shortName(nodeName(graph, node)) + ', ' + costs + ', depth ' + graph.depth[node];
}
