// Costs per method over all its frames. A method that calls itself counts once in each sample; the work of the virtual
// machine's own threads counts only for their pool, as in the report.

/**
 * Costs by name: total and self, each [baseline, candidate], and the node where the name costs most in both together.
 * Names without cost have no node (-1).
 */
function methodsOf(graph, pools) {
  const size = graph.names.length;
  const methods = {
    total: [new Float64Array(size), new Float64Array(size)],
    self: [new Float64Array(size), new Float64Array(size)],
    heaviest: new Int32Array(size).fill(-1),
  };
  eachOutermost(graph, pools, (node, name, outermost) => addNode(graph, pools, methods, node, name, outermost));
  return methods;
}

function addNode(graph, pools, methods, node, name, outermost) {
  const ofPool = isPool(graph, pools, node);
  for (const side of [BASELINE, CANDIDATE]) {
    if (outermost) methods.total[side][name] += graph.total[side][node];
    methods.self[side][name] += ofPool ? graph.total[side][node] : graph.self[side][node];
  }
  const best = methods.heaviest[name];
  const cost = widthOf(graph, 'diff', node);
  if (cost > 0 && (best < 0 || cost > widthOf(graph, 'diff', best))) methods.heaviest[name] = node;
}

/**
 * Visits the application's nodes and the machine's pools, but nothing below a pool, and says for each whether no frame
 * of the same name is above it. Nodes come depth first, so one number per name is enough: the end of its outermost
 * frame.
 */
function eachOutermost(graph, pools, visit) {
  const open = new Int32Array(graph.names.length);
  let node = 1;
  while (node < graph.size) {
    const name = graph.name[node];
    const outermost = node >= open[name];
    if (outermost) open[name] = graph.end[node];
    visit(node, name, outermost);
    node = isPool(graph, pools, node) ? graph.end[node] : node + 1;
  }
}

/** Whether a node stands for a pool of the machine's own threads. */
function isPool(graph, pools, node) {
  return graph.depth[node] === 1 && pools.has(graph.names[graph.name[node]]);
}

/** The outermost nodes of a name: the application's, or the machine's if the application has none. */
function occurrences(graph, pools, name) {
  const found = [];
  eachOutermost(graph, pools, (node, id, outermost) => {
    if (id === name && outermost) found.push(node);
  });
  if (found.length === 0) eachOutermost(graph, new Set(), (node, id, outermost) => id === name && outermost && found.push(node));
  return found;
}

/** The node of a name that costs most in both arms together, or -1. */
function heaviestOf(graph, pools, name) {
  let best = -1;
  for (const node of occurrences(graph, pools, name)) {
    if (best < 0 || widthOf(graph, 'diff', node) > widthOf(graph, 'diff', best)) best = node;
  }
  return best;
}
