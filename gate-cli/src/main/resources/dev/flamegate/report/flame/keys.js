// The keyboard. Every key is listed here once, for both the help page and the listener.

/** [keys, what it does, action on the viewer] by group; keys as in KeyboardEvent.key. */
const KEYS = [
  ['Move', [
    [['ArrowUp'], 'to the frame above', (viewer) => viewer.moveVertically(-1)],
    [['ArrowDown'], 'to the frame below', (viewer) => viewer.moveVertically(1)],
    [['ArrowLeft'], 'to the frame on the left', (viewer) => viewer.moveSideways(-1)],
    [['ArrowRight'], 'to the frame on the right', (viewer) => viewer.moveSideways(1)],
    [['Enter', ' '], 'zoom to the selected frame', (viewer) => viewer.zoomSelected()],
    [['Backspace'], 'zoom out by one frame', (viewer) => viewer.zoomOut()],
    [['0', 'Home'], 'show everything', (viewer) => viewer.zoomReset()],
    [['+', '='], 'magnify', (viewer) => viewer.chart().scale(1 / 1.5)],
    [['-'], 'show more', (viewer) => viewer.chart().scale(1.5)],
    [['['], 'pan left', (viewer) => viewer.chart().pan(-0.2)],
    [[']'], 'pan right', (viewer) => viewer.chart().pan(0.2)],
    [['c'], 'to the culprit', (viewer) => viewer.openCulprit()],
  ]],
  ['Find', [
    [['/'], 'search', (viewer) => viewer.focusSearch()],
    [['n'], 'next match', (viewer) => viewer.nextMatch(1)],
    [['N'], 'previous match', (viewer) => viewer.nextMatch(-1)],
    [['Escape'], 'leave the search, close open panels', (viewer) => viewer.escape()],
    [['p'], 'filter by pool, request and state', (viewer) => viewer.toggleFilters()],
    [['m'], 'machine threads on or off', (viewer) => viewer.update({ machine: !viewer.state.machine })],
  ]],
  ['Show', [
    [['f'], 'flame graph', (viewer) => viewer.showTab('flame')],
    [['s'], 'callers and callees of the selected frame', (viewer) => viewer.showSandwich()],
    [['t'], 'table of methods', (viewer) => viewer.showTab('table')],
    [['1'], 'difference', (viewer) => viewer.update({ view: 'diff' })],
    [['2'], 'baseline', (viewer) => viewer.update({ view: 'baseline' })],
    [['3'], 'candidate', (viewer) => viewer.update({ view: 'candidate' })],
    [['e'], 'next event', (viewer) => viewer.nextEvent()],
    [['o'], 'total or self cost', (viewer) => viewer.update({ of: viewer.state.of === 'total' ? 'self' : 'total' })],
    [['r'], 'absolute or relative changes', (viewer) => viewer.update({ delta: viewer.state.delta === 'absolute' ? 'relative' : 'absolute' })],
    [['i'], 'callers above (icicle) or below (flame)', (viewer) => viewer.update({ up: !viewer.state.up })],
    [['k'], 'colour by change or by package', (viewer) => viewer.update({ colour: viewer.state.colour === 'change' ? 'package' : 'change' })],
    [['d'], 'dark or light', (viewer) => viewer.toggleTheme()],
    [['x'], 'export', (viewer) => viewer.toggleExport()],
    [['?'], 'this page', (viewer) => viewer.toggleHelp()],
  ]],
];

/** Keys that move in the graph do so only while it has the focus; elsewhere they scroll and press buttons. */
const GRAPH_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Backspace', 'Home']);

const KEY_NAMES = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', ' ': 'Space' };

function listenToKeys(viewer) {
  const actions = new Map(KEYS.flatMap(([, keys]) => keys.flatMap(([names, , action]) => names.map((name) => [name, action]))));
  document.addEventListener('keydown', (event) => {
    const action = actions.get(event.key);
    if (!action || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (byId('help').open && event.key !== '?' && event.key !== 'Escape') return;
    event.preventDefault();
    action(viewer);
  });
}

function isElsewhere(event) {
  const inField = event.target.matches('input:not([type=checkbox]), select, textarea');
  if (inField) return event.key !== 'Escape';
  return GRAPH_KEYS.has(event.key) && event.target.tagName !== 'CANVAS';
}

function helpElement(close) {
  return el('div', null,
    el('h2', { id: 'help-title' }, 'How to read and use this page'),
    el('p', null, 'Every box is a frame; the boxes below it are what it calls. In the difference a box is as wide as the mean of'
      + ' its costs on both sides, so frames that are new or gone are shown too. Orange with + grew, blue with − shrank,'
      + ' grey did not change significantly. Click to zoom; hold Ctrl and turn the wheel to magnify.'
      + ' The page\'s address is always a link to what you see.'),
    el('div', { class: 'keys' }, ...KEYS.map(([title, keys]) => el('section', null,
      el('h3', null, title),
      el('dl', null, ...keys.flatMap(([names, what]) => [
        el('dt', null, ...names.map((name) => el('kbd', null, KEY_NAMES[name] || name))),
        el('dd', null, what),
      ]))))),
    button('Close', close, { class: 'close' }));
}
