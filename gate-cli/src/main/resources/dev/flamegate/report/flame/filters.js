// Which samples count: by thread pool, request label and thread state, with or without the virtual machine's own
// threads.

const FACET_KINDS = [
  ['pools', 'pool', 'Thread pools', '(no name)'],
  ['requests', 'request', 'Requests', '(no label)'],
  ['states', 'state', 'Thread states', '(unknown)'],
];

function isMachine(facet) {
  return facet.pool.startsWith('[');
}

/** For every facet, whether its samples count. */
function wantedFacets(profile, state) {
  return Uint8Array.from(profile.facets, (facet) => {
    if (!state.machine && isMachine(facet)) return 0;
    return FACET_KINDS.every(([key, field]) => state[key] === null || state[key].includes(facet[field])) ? 1 : 0;
  });
}

/** Cost of each value of each kind of facet, [baseline, candidate], over all samples: [{key, values: [[value, costs]]}]. */
function facetCosts(profile, factors) {
  const perFacet = profile.facets.map(() => [0, 0]);
  for (let i = 0; i < profile.sampleFacet.length; i++) {
    for (const side of [BASELINE, CANDIDATE]) perFacet[profile.sampleFacet[i]][side] += profile.sampleWeight[side][i];
  }
  return FACET_KINDS.map(([key, field, title, none]) => {
    const sums = new Map();
    profile.facets.forEach((facet, i) => {
      const sum = sums.get(facet[field]) || [0, 0];
      sums.set(facet[field], sum.map((cost, side) => cost + perFacet[i][side] * factors[side]));
    });
    const values = [...sums].sort(([, a], [, b]) => b[0] + b[1] - a[0] - a[1]);
    return { key, title, none, values };
  });
}

function isFiltered(state) {
  return !state.machine || FACET_KINDS.some(([key]) => state[key] !== null);
}

const UNFILTERED = { machine: true, pools: null, requests: null, states: null };

/** @param update called with the changed part of the state */
function filterPanel(kinds, state, text, sides, update) {
  const machine = el('label', { class: 'check' },
    checkbox(state.machine, (on) => update({ machine: on })), ' Threads of the virtual machine and the profiler');
  const clear = button('Show all samples', () => update(UNFILTERED), { disabled: !isFiltered(state) });
  return el('div', { class: 'filters' },
    el('div', { class: 'filter-head' }, machine, clear),
    ...kinds.filter((kind) => kind.values.length > 1).map((kind) => facetList(kind, state, text, sides, update)));
}

function facetList(kind, state, text, sides, update) {
  const all = kind.values.map(([value]) => value);
  const chosen = state[kind.key] === null ? all : state[kind.key];
  const choose = (values) => update({ [kind.key]: values.length === all.length ? null : values });
  return el('fieldset', null, el('legend', null, kind.title),
    el('ul', null, ...kind.values.map(([value, costs]) => el('li', null,
      el('label', { class: 'check' },
        checkbox(chosen.includes(value), (on) => choose(all.filter((one) => (one === value ? on : chosen.includes(one))))),
        ' ', el('bdi', null, value || kind.none)),
      el('span', { class: 'costs' }, sides.map((side) => text.cost(costs[side])).join(' → ')),
      button('only', () => choose([value]), { class: 'only', 'aria-label': 'only ' + (value || kind.none) })))));
}

function checkbox(checked, toggle) {
  const box = el('input', { type: 'checkbox', onchange: (event) => toggle(event.target.checked) });
  box.checked = checked;
  return box;
}
