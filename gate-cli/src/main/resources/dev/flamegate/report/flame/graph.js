// A graph is a call tree with the cost of every node, [baseline, candidate], in base units of the event's unit.
// Filtering changes the costs and never the tree, so that a frame keeps its index and its place among its siblings.

const BASELINE = 0;
const CANDIDATE = 1;

/** The graph of the samples whose facet is wanted. */
function graphOf(profile, factors, wanted) {
  const self = factors.map((factor, side) => selfCosts(profile, factor, side, wanted));
  const { names, size, parent, name, line, depth, end, levels } = profile;
  return { names, size, parent, name, line, depth, end, levels, self, total: self.map((costs) => totalCosts(costs, parent)) };
}

function selfCosts(profile, factor, side, wanted) {
  const { sampleNode, sampleFacet, sampleWeight } = profile;
  const weights = sampleWeight[side];
  const sums = new Float64Array(profile.size);
  for (let i = 0; i < weights.length; i++) {
    if (wanted[sampleFacet[i]]) sums[sampleNode[i]] += weights[i];
  }
  // Whole numbers add up exactly; the factor is applied last, so that the order of samples does not matter.
  for (let node = 0; node < sums.length; node++) sums[node] *= factor;
  return sums;
}

function totalCosts(self, parent) {
  const total = self.slice();
  for (let node = total.length - 1; node > 0; node--) total[parent[node]] += total[node];
  return total;
}

/** How wide a node is in a view: the mean of both sides in the difference, otherwise the side's cost. */
function widthOf(graph, view, node) {
  const [baseline, candidate] = graph.total;
  if (view === 'baseline') return baseline[node];
  if (view === 'candidate') return candidate[node];
  return (baseline[node] + candidate[node]) / 2;
}

/** The position of every node, in the unit of its width. */
function layOut(graph, view) {
  const { size, parent } = graph;
  const width = new Float64Array(size);
  const x = new Float64Array(size);
  const next = new Float64Array(size);
  for (let node = 0; node < size; node++) {
    width[node] = widthOf(graph, view, node);
    if (node > 0) {
      x[node] = next[parent[node]];
      next[parent[node]] += width[node];
    }
    next[node] = x[node];
  }
  return { x, width };
}

/** The deepest level with something visible. */
function deepestLevel(graph, layout) {
  for (let depth = graph.levels.length - 1; depth > 0; depth--) {
    if (graph.levels[depth].some((node) => layout.width[node] > 0)) return depth;
  }
  return 0;
}

function nodeName(graph, node) {
  return graph.name[node] < 0 ? 'all' : graph.names[graph.name[node]];
}

/** The nodes from the root to this one. */
function pathTo(graph, node) {
  const path = [];
  for (let at = node; at >= 0; at = graph.parent[at]) path.push(at);
  return path.reverse();
}

function isWithin(graph, node, ancestor) {
  return node >= ancestor && node < graph.end[ancestor];
}

/** The node at the end of a path of names, or -1. */
function findPath(graph, names) {
  let at = 0;
  for (const name of names) {
    let child = at + 1;
    while (child < graph.end[at] && nodeName(graph, child) !== name) child = graph.end[child];
    if (child >= graph.end[at]) return -1;
    at = child;
  }
  return at;
}

/** `Matrix.multiply` of `dev.acme.Matrix.multiply`; of a native library's name, the function. */
function shortName(name) {
  const library = /^[^/]*?\.so(?:\.\d+)*\./.exec(name);
  if (library && library[0].length < name.length) return name.slice(library[0].length);
  const method = name.lastIndexOf('.');
  const type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
  return type < 0 || name.lastIndexOf(' ', method) >= 0 ? name : name.slice(type + 1);
}
