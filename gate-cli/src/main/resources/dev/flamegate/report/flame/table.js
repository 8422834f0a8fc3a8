// All methods in a table: for the largest growths, and for people who cannot see the graph.

const ROWS_AT_ONCE = 100;

/** One row per method with a cost: {id, name, node, baseline, candidate, change, ratio, known, own, knownOwn}. */
function methodRows(graph, methods, changes, of, filtered) {
  const rows = [];
  for (let id = 0; id < graph.names.length; id++) {
    if (methods.heaviest[id] < 0) continue;
    // Intervals are for all samples; for a part of them none are known.
    const known = (kind) => (filtered ? undefined : changes[kind].get(id));
    const [baseline, candidate] = costsOf(methods, id, of, known(of));
    const change = candidate - baseline;
    const own = costsOf(methods, id, 'self', known('self'));
    rows.push({
      id, name: graph.names[id], node: methods.heaviest[id], baseline, candidate, change, ratio: change / baseline, known: known(of),
      own: own[CANDIDATE] - own[BASELINE], knownOwn: known('self'),
    });
  }
  return rows;
}

/** [baseline, candidate] according to the trials, or otherwise the sums over the samples. */
function costsOf(methods, id, of, known) {
  return known ? [known.baseline, known.candidate] : [methods[of][BASELINE][id], methods[of][CANDIDATE][id]];
}

const ORDERS = {
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  baseline: (a, b) => b.baseline - a.baseline,
  candidate: (a, b) => b.candidate - a.candidate,
  change: (a, b) => rank(b.known, b.change) - rank(a.known, a.change) || b.change - a.change,
  own: (a, b) => rank(b.knownOwn, b.own) - rank(a.knownOwn, a.own) || b.own - a.own,
  ratio: (a, b) => (Number.isNaN(b.ratio) ? -1 : b.ratio) - (Number.isNaN(a.ratio) ? -1 : a.ratio) || b.change - a.change,
  share: (a, b) => b.candidate + b.baseline - a.candidate - a.baseline,
};

/** Significant growths come first; within each group, size decides. */
function rank(known, change) {
  return known && known.significant && change > 0 ? 1 : 0;
}

function sortRows(rows, order) {
  return rows.sort((a, b) => ORDERS[order](a, b) || ORDERS.name(a, b));
}

/**
 * @param view {rows, order, compared, side, whole: [baseline, candidate], text, of, marks, sources}
 * @param calls {sort(order), open(row), sandwich(row)}
 */
function methodTable(view, calls) {
  const wanted = view.marks === null ? view.rows : view.rows.filter((row) => view.marks[row.id]);
  const columns = view.compared ? comparedColumns(view) : singleColumns(view);
  const body = el('tbody');
  const more = button('', () => addRows(body, more, wanted, columns, calls), { class: 'more' });
  const table = el('table', { class: 'methods' },
    el('caption', null, tableCaption(view, wanted.length)),
    el('thead', null, el('tr', null, ...columns.map((column) => headCell(column, view.order, calls.sort)))),
    body);
  addRows(body, more, wanted, columns, calls);
  return el('div', null, table, more);
}

function tableCaption({ of, text, compared, rows }, shown) {
  const what = of === 'self' ? 'Self cost of each method' : 'Cost of each method including what it calls';
  const intervals = compared && !rows.some((row) => row.known) ? ' Without trials there are no intervals.' : '';
  return plural(shown, 'method') + '. ' + what + text.per + '; a sample counts once for each method.' + intervals;
}

function addRows(body, more, rows, columns, calls) {
  const from = body.rows.length;
  for (const row of rows.slice(from, from + ROWS_AT_ONCE)) body.append(methodRow(row, columns, calls));
  const left = rows.length - body.rows.length;
  more.textContent = 'Show ' + count(Math.min(left, ROWS_AT_ONCE)) + ' more of ' + count(left);
  more.hidden = left === 0;
}

function methodRow(row, columns, calls) {
  return el('tr', null, ...columns.map((column) => {
    if (column.key !== 'name') return el('td', { class: 'num ' + (column.tint ? column.tint(row) : '') }, column.cell(row));
    return el('th', { scope: 'row' },
      button(nameElement(row.name), () => calls.open(row), { class: 'link', title: 'Show in the graph' }),
      button('callers, callees', () => calls.sandwich(row), { class: 'only' }),
      column.cell(row) ? el('span', { class: 'where' }, el('bdi', null, column.cell(row))) : '');
  }));
}

function headCell(column, order, sort) {
  if (!column.key) return el('th', { scope: 'col', class: 'num' }, column.title);
  const sorted = column.key === order;
  const direction = column.key === 'name' ? 'ascending' : 'descending';
  return el('th', { scope: 'col', class: column.key === 'name' ? '' : 'num', 'aria-sort': sorted ? direction : false },
    button(column.title + (sorted ? ' ▾' : ''), () => sort(column.key), { class: 'sort', 'data-sort': column.key }));
}

function nameColumn({ sources }) {
  return { key: 'name', title: 'Method', cell: (row) => sources.get(row.name) || '' };
}

function comparedColumns(view) {
  const { text } = view;
  const tested = view.rows.some((row) => row.known);
  const own = { key: 'own', title: 'Change itself', tint: (row) => tintOf(row.own, row.knownOwn, tested), cell: (row) => text.change(row.own) };
  return [
    nameColumn(view),
    ...(view.of === 'self' ? [] : [own]),
    { key: 'baseline', title: 'Baseline', cell: (row) => text.cost(row.baseline) },
    { key: 'candidate', title: 'Candidate', cell: (row) => text.cost(row.candidate) },
    { key: 'change', title: 'Change', tint: (row) => tintOf(row.change, row.known, tested), cell: (row) => text.change(row.change) },
    { title: 'Interval', cell: (row) => (row.known ? text.interval(row.known) : '–') },
    { key: 'ratio', title: 'Relative', cell: (row) => text.ratio(row.baseline, row.candidate) },
  ];
}

/** As in the graph: if methods were tested, those that were not, or are not significant, have no colour. */
function tintOf(change, known, tested) {
  if (change === 0 || (tested && !(known && known.significant))) return '';
  return change > 0 ? 'grew' : 'shrank';
}

function singleColumns(view) {
  const { text, whole, side } = view;
  const key = side === BASELINE ? 'baseline' : 'candidate';
  return [
    nameColumn(view),
    { key, title: 'Cost', cell: (row) => text.cost(row[key]) },
    { key: 'share', title: 'Of all', cell: (row) => percent(whole[side] === 0 ? 0 : row[key] / whole[side]) },
  ];
}
