// Building pages. Text is only ever set as text, never parsed; names are in <bdi>, so that right-to-left letters do not
// affect the text around them.

/** An element; keys of `properties` are attributes, or listeners when they begin with `on`. */
function el(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'tabIndex') element.tabIndex = value;
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== ''));
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

function nameElement(name) {
  return el('bdi', { class: 'frame' }, name);
}

function button(text, onclick, properties) {
  return el('button', { type: 'button', onclick, ...properties }, text);
}

/** A group of buttons, one of which is pressed.
 *
 * @param choices [value, text, title]
 */
function choice(label, choices, current, choose) {
  return el('div', { class: 'choice', role: 'group', 'aria-label': label }, ...choices.map(([value, text, title]) =>
    button(text, () => choose(value), { 'aria-pressed': String(value === current), title, 'data-value': value })));
}

/** Announces something to screen readers. */
function say(text) {
  byId('said').textContent = text;
}

/** Records how long the last action of this kind took, for the browser's profiler and bench/viewer. */
function timed(name, work) {
  const start = performance.now();
  const result = work();
  performance.clearMeasures(name);
  performance.measure(name, { start, end: performance.now() });
  return result;
}
