// Files created in the page: the picture as SVG, the stacks as collapsed text, the methods as JSON.

function download(name, type, parts) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Stacks as `outermost;...;innermost weight` lines, with one weight per requested side; weights are as recorded. */
function collapsed(profile, wanted, sides) {
  const weights = sides.map((side) => selfCosts(profile, 1, side, wanted));
  const names = profile.names.map((name) => name.replace(/[;\s]+/g, '_'));
  const path = [];
  const lines = [];
  for (let node = 1; node < profile.size; node++) {
    path.length = profile.depth[node] - 1;
    path.push(names[profile.name[node]]);
    if (weights.some((weight) => weight[node] > 0)) {
      lines.push(path.join(';') + ' ' + weights.map((weight) => weight[node]).join(' ') + '\n');
    }
  }
  return lines;
}

/** Every method with its costs in base units, unrounded. */
function methodsJson({ data, event, graph, methods, changes, filtered, unit }) {
  const describe = (id, of) => {
    const [baseline, candidate] = [methods[of][BASELINE][id], methods[of][CANDIDATE][id]];
    return { baseline, candidate, change: candidate - baseline, ...intervalJson(filtered ? undefined : changes[of].get(id)) };
  };
  const rows = [];
  for (let id = 0; id < graph.names.length; id++) {
    const node = methods.heaviest[id];
    if (node >= 0) rows.push({ method: graph.names[id], line: graph.line[node], total: describe(id, 'total'), self: describe(id, 'self') });
  }
  rows.sort((a, b) => b.self.change - a.self.change);
  const whole = { baseline: graph.total[BASELINE][0], candidate: graph.total[CANDIDATE][0] };
  return JSON.stringify({
    title: data.title, baseline: data.baseline, candidate: data.candidate, event: event.key, unit, per: event.per, filtered, whole, methods: rows,
  }, null, 1);
}

/** What the trials say; null for an infinite bound, which JSON cannot express. */
function intervalJson(known) {
  if (!known) return {};
  const { baseline, candidate, low, high, significant, confidence } = known;
  const bound = (value) => (Number.isFinite(value) ? value : null);
  return { trials: { baseline, candidate, low: bound(low), high: bound(high), significant, confidence } };
}

/** What the chart shows now, all depths, as an SVG that stands on its own. */
function chartSvg(chart, title) {
  const { graph, layout, colouring, palette, up } = chart.scene;
  const height = (chart.deepest + 1) * ROW;
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" width="${chart.width}" height="${height}" font-family="ui-monospace, monospace" font-size="11">`];
  parts.push(`<title>${escaped(title)}</title><rect width="100%" height="100%" fill="${palette.page}"/>`);
  for (let depth = 0; depth <= chart.deepest; depth++) {
    const top = up ? height - (depth + 1) * ROW : depth * ROW;
    eachVisible(graph.levels[depth], layout, chart.range, chart.width, () => false, (node, left, width) => {
      if (node >= 0) parts.push(svgBox(chart, node, left, top, width, colouring.style(node)));
    });
  }
  parts.push('</svg>\n');
  return parts;
}

function svgBox(chart, node, left, top, width, style) {
  const { graph, amount } = chart.scene;
  const name = nodeName(graph, node);
  const label = fitting(name, Math.floor((width - 8) / 6.7) - 2);
  const box = `<rect x="${left.toFixed(2)}" y="${top}" width="${Math.max(0.4, width - 0.6).toFixed(2)}" height="${ROW - 1}" fill="${style.fill}"/>`;
  const sign = style.sign ? style.sign + ' ' : '';
  const text = label ? `<text x="${(left + 4).toFixed(2)}" y="${top + 13.5}" fill="${style.ink}">${escaped(sign + label)}</text>` : '';
  return `<g><title>${escaped(name + ': ' + amount(node))}</title>${box}${text}</g>`;
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (character) => '&#' + character.charCodeAt(0) + ';');
}
