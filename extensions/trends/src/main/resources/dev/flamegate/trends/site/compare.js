// Compares any two runs of the list. Text goes into the page only as text.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const byId = new Map(data.runs.map((run) => [run[0], run]));
const FIRST_VALUE = 5;
const selects = ['baseline', 'candidate'].map((name) => document.getElementById(name));

function label(run) {
  return [run[2], run[3] || 'not judged', data.kinds[run[1]][0], run[4], run[0]].filter(Boolean).join('  ');
}

function cell(row, text, tag = 'td', classes = 'num') {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = classes;
  if (tag === 'th') element.scope = 'row';
  row.append(element);
}

function number(value, unit) {
  return value === null || value === undefined ? '' : `${value} ${unit}`.trim();
}

function change(before, after) {
  if (before === null || after === null || before === undefined || after === undefined) return '';
  if (before === after) return '0 %';
  if (before === 0) return '';
  const percent = (after / before - 1) * 100;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toPrecision(3)} %`;
}

function differences(one, other) {
  const [here, there] = [data.kinds[one[1]][1], data.kinds[other[1]][1]];
  const names = [...new Set([...Object.keys(here), ...Object.keys(there)])].sort();
  return names.filter((name) => here[name] !== there[name])
    .map((name) => `${name} ${here[name] ?? 'nothing'} / ${there[name] ?? 'nothing'}`);
}

function show() {
  const [baseline, candidate] = selects.map((select) => byId.get(select.value));
  const values = document.getElementById('values');
  values.replaceChildren();
  if (!baseline || !candidate) return;
  data.indicators.forEach(([name, unit], i) => {
    const [before, after] = [baseline[FIRST_VALUE + i], candidate[FIRST_VALUE + i]];
    if (before === null && after === null) return;
    const row = document.createElement('tr');
    cell(row, name, 'th', '');
    cell(row, number(before, unit));
    cell(row, number(after, unit));
    cell(row, change(before, after));
    values.append(row);
  });
  const differ = differences(baseline, candidate);
  document.getElementById('notes').textContent =
    (differ.length > 0 ? `Not comparable: they differ in ${differ.join('; ')}. ` : '')
    + `Flame graphs of both: flamegate flame ${baseline[0]} ${candidate[0]}`;
  history.replaceState(null, '', `#${encodeURIComponent(baseline[0])},${encodeURIComponent(candidate[0])}`);
}

const wanted = location.hash.slice(1).split(',').map(decodeURIComponent);
selects.forEach((select, i) => {
  const options = document.createDocumentFragment();
  data.runs.forEach((run) => options.append(new Option(label(run), run[0])));
  select.append(options);
  const usual = data.runs[Math.min(1 - i, data.runs.length - 1)];
  select.value = byId.has(wanted[i]) ? wanted[i] : usual ? usual[0] : '';
  select.addEventListener('change', show);
});
document.getElementById('without').hidden = true;
document.getElementById('compare').hidden = false;
show();
