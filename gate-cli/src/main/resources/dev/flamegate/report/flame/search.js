// Finding frames by name.

/** Which names match: {marks, error}; marks is null when nothing is searched for. */
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

/** Capitals in the expression mean what they say; without any, case does not matter. */
function regexMatcher(query) {
  const regex = new RegExp(query, /[A-Z]/.test(query) ? 'u' : 'iu');
  return (name) => regex.test(name);
}

/** What all matched frames cost, a sample counted once, and the outermost ones. */
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
