// The callers and the callees of one method, merged over all its frames, as separate graphs. Their root is the method;
// in the graph of callers, a node's children are its callers.

function calleesOf(graph, roots) {
  const trie = new Trie(graph);
  const mapped = new Int32Array(graph.size);
  for (const root of roots) {
    mapped[root] = 0;
    trie.add(0, root, graph.self);
    for (let node = root + 1; node < graph.end[root]; node++) {
      mapped[node] = trie.child(mapped[graph.parent[node]], node);
      trie.add(mapped[node], node, graph.self);
    }
  }
  return trie.graph(roots);
}

function callersOf(graph, roots) {
  const trie = new Trie(graph);
  for (const root of roots) {
    let at = 0;
    for (let caller = graph.parent[root]; caller > 0; caller = graph.parent[caller]) at = trie.child(at, caller);
    trie.add(at, root, graph.total);
  }
  return trie.graph(roots);
}

/** A tree that is built from names; nodes come after their parents, otherwise in no order. */
class Trie {
  constructor(graph) {
    this.source = graph;
    this.parent = [-1];
    this.name = [-1];
    this.line = [0];
    this.self = [[0], [0]];
    this.index = new Map();
  }

  child(parent, node) {
    const name = this.source.name[node];
    const key = parent * this.source.names.length + name;
    let known = this.index.get(key);
    if (known === undefined) {
      known = this.parent.length;
      this.index.set(key, known);
      this.parent.push(parent);
      this.name.push(name);
      this.line.push(this.source.line[node]);
      this.self[BASELINE].push(0);
      this.self[CANDIDATE].push(0);
    }
    return known;
  }

  add(at, node, costs) {
    this.self[BASELINE][at] += costs[BASELINE][node];
    this.self[CANDIDATE][at] += costs[CANDIDATE][node];
  }

  /** The finished graph, depth first, the costliest child first. */
  graph(roots) {
    this.name[0] = roots.length > 0 ? this.source.name[roots[0]] : -1;
    this.line[0] = roots.length > 0 ? this.source.line[roots[0]] : 0;
    const order = this.order();
    const place = new Int32Array(order.length);
    order.forEach((node, i) => (place[node] = i));
    const parent = Int32Array.from(order, (node) => (node === 0 ? -1 : place[this.parent[node]]));
    const depth = new Int32Array(order.length);
    for (let node = 1; node < depth.length; node++) depth[node] = depth[parent[node]] + 1;
    const self = this.self.map((costs) => Float64Array.from(order, (node) => costs[node]));
    return {
      names: this.source.names,
      size: order.length,
      parent,
      depth,
      name: Int32Array.from(order, (node) => this.name[node]),
      line: Int32Array.from(order, (node) => this.line[node]),
      end: ends(parent),
      levels: levelsOf(depth),
      self,
      total: self.map((costs) => totalCosts(costs, parent)),
    };
  }

  order() {
    const totals = this.self.map((costs) => totalCosts(costs, this.parent));
    const cost = totals[BASELINE].map((baseline, node) => baseline + totals[CANDIDATE][node]);
    const children = this.parent.map(() => []);
    for (let node = 1; node < this.parent.length; node++) children[this.parent[node]].push(node);
    const order = [];
    const pending = [0];
    while (pending.length > 0) {
      const node = pending.pop();
      order.push(node);
      children[node].sort((a, b) => cost[a] - cost[b]);
      for (const child of children[node]) pending.push(child);
    }
    return Int32Array.from(order);
  }
}
