// What the page shows is one flat object, and the fragment of its address contains everything that is not the default,
// so that a link opens exactly the same view. Keys are described in docs/reports.md.

const DEFAULTS = {
  event: '', tab: 'flame', view: 'diff', of: 'total', delta: 'absolute', up: false, colour: 'change',
  query: '', regex: false, machine: true, pools: null, requests: null, states: null,
  frame: '', path: null, at: -1, zoom: -1, sort: 'own',
};

/** Key in the fragment, key in the state, and how to read a value. */
const HASH_KEYS = [
  ['e', 'event', asText],
  ['tab', 'tab', oneOf('flame', 'sandwich', 'table')],
  ['view', 'view', oneOf('diff', 'baseline', 'candidate')],
  ['of', 'of', oneOf('total', 'self')],
  ['delta', 'delta', oneOf('absolute', 'relative')],
  ['up', 'up', asFlag],
  ['colour', 'colour', oneOf('change', 'package')],
  ['q', 'query', asText],
  ['regex', 'regex', asFlag],
  ['machine', 'machine', asFlag],
  ['pool', 'pools', asList],
  ['request', 'requests', asList],
  ['state', 'states', asList],
  ['frame', 'frame', asText],
  ['path', 'path', asList],
  ['at', 'at', asNumber],
  ['zoom', 'zoom', asNumber],
  ['sort', 'sort', oneOf('name', 'baseline', 'candidate', 'change', 'own', 'ratio', 'share')],
];

/** Mail programs and chats cut longer addresses. */
const LONGEST_PATH = 1500;

function asText(raw) {
  return decodeURIComponent(raw);
}

function asFlag(raw) {
  return raw === '1';
}

/** Names may contain any character, so each is encoded separately, and `;` separates them. */
function asList(raw) {
  return raw.split(';').map(decodeURIComponent);
}

function asNumber(raw) {
  return /^\d{1,9}$/.test(raw) ? Number(raw) : -1;
}

function oneOf(...values) {
  return (raw) => (values.includes(raw) ? raw : undefined);
}

/** The state that a fragment describes. What cannot be read is ignored, so that a broken link still opens the page. */
function parseHash(hash) {
  const state = { ...DEFAULTS };
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [key, raw] = splitOnce(part, '=');
    const known = HASH_KEYS.find(([name]) => name === key);
    if (known) {
      const value = readOrUndefined(known[2], raw);
      if (value !== undefined) state[known[1]] = value;
    }
  }
  return state;
}

function readOrUndefined(read, raw) {
  try {
    return read(raw);
  } catch {
    return undefined; // a broken %-sequence
  }
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function formatHash(state) {
  const parts = [];
  for (const [key, name] of HASH_KEYS) {
    const value = state[name];
    if (value !== DEFAULTS[name]) parts.push(key + '=' + formatValue(value));
  }
  return '#' + parts.join('&');
}

function formatValue(value) {
  if (Array.isArray(value)) return value.map(encodeURIComponent).join(';');
  return typeof value === 'boolean' ? (value ? '1' : '0') : encodeURIComponent(value);
}

/** How the state names a frame: by its path, or if that is too long, by its number in this file. */
function frameState(graph, node) {
  if (node <= 0) return { frame: '', path: null, at: -1 };
  if (graph.depth[node] < 400) {
    const path = pathTo(graph, node).slice(1).map((one) => nodeName(graph, one));
    if (formatValue(path).length <= LONGEST_PATH) return { frame: '', path, at: -1 };
  }
  return { frame: '', path: null, at: node };
}
