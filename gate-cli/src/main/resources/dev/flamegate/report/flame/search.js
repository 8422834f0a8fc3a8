// Finding frames by name.

/** Which names match: {marks, error}; marks is null if the search is empty. */
function matchNames(names, query, isRegex) {
  if (query === '') return { marks: null, error: '' };
  let matches;
  try {
    matches = isRegex ? regexMatcher(query) : textMatcher(query);
  } catch (error) {
    return { marks: null, error: error.message };
  }
  const marks = new Uint8Array(names.length);
  for (let i = 0; i < names.length; i++) marks[i] = matches(names[i]) ? 1 : 0;
  return { marks, error: '' };
}

function textMatcher(query) {
  const wanted = query.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
}

/** Case matters only if the expression contains capitals. */
function regexMatcher(query) {
  const regex = new RegExp(query, /[A-Z]/.test(query) ? 'u' : 'iu');
  return (name) => regex.test(name);
}

/** The cost of all matching frames, each sample counted once, and the outermost of these frames. */
function matchedCosts(graph, marks) {
  const costs = [0, 0];
  const nodes = [];
  let node = 1;
  while (node < graph.size) {
    if (marks[graph.name[node]]) {
      costs[BASELINE] += graph.total[BASELINE][node];
      costs[CANDIDATE] += graph.total[CANDIDATE][node];
      if (widthOf(graph, 'diff', node) > 0) nodes.push(node);
      node = graph.end[node];
    } else {
      node++;
    }
  }
  return { costs, nodes };
}
