// Reads one event's block of data, as written by ProfileBlock.java. A profile is columns, one entry per node or sample;
// node 0 is the root, and a node's descendants follow it.

async function readProfile(key) {
  const element = document.getElementById('profile-' + key);
  const profile = parseProfile(await inflate(fromBase64(element.textContent.trim())));
  element.remove(); // some megabytes that are no longer needed
  return profile;
}

/** Inflates zlib data (RFC 1950). */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

class ColumnReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.decoder = new TextDecoder();
  }

  /** Weights need more than the 32 bits that shifts have. */
  number() {
    let byte = this.bytes[this.at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 128; byte >= 0x80; scale *= 128) {
      byte = this.bytes[this.at++];
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  text() {
    const length = this.number();
    const text = this.decoder.decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }

  list(read) {
    return Array.from({ length: this.number() }, read);
  }
}

function parseProfile(bytes) {
  const reader = new ColumnReader(bytes);
  const names = reader.list(() => reader.text());
  const facets = reader.list(() => ({ pool: reader.text(), request: reader.text(), state: reader.text() }));
  const nodes = readNodes(reader, names.length);
  const samples = readSamples(reader);
  return { names, facets, ...nodes, ...samples, methods: JSON.parse(reader.text()) };
}

function readNodes(reader, nameCount) {
  const size = reader.number() + 1;
  const depth = new Int32Array(size);
  const parent = new Int32Array(size);
  const name = new Int32Array(size);
  const line = new Int32Array(size);
  const path = [0]; // the last node seen at each depth
  parent[0] = name[0] = -1;
  for (let node = 1; node < size; node++) {
    depth[node] = depth[node - 1] + 1 - reader.number();
    parent[node] = path[depth[node] - 1];
    path[depth[node]] = node;
  }
  for (let node = 1; node < size; node++) name[node] = reader.number();
  const lastLine = new Int32Array(nameCount);
  for (let node = 1; node < size; node++) {
    const written = reader.number();
    if (written > 0) lastLine[name[node]] = written - 1;
    line[node] = lastLine[name[node]];
  }
  return { size, depth, parent, name, line, end: ends(parent), levels: levelsOf(depth) };
}

function readSamples(reader) {
  const divisors = [reader.number(), reader.number()];
  const size = reader.number();
  const sampleNode = new Int32Array(size);
  const sampleFacet = new Int32Array(size);
  let node = 0;
  for (let i = 0; i < size; i++) sampleNode[i] = node += reader.number();
  for (let i = 0; i < size; i++) sampleFacet[i] = reader.number();
  const sampleWeight = divisors.map((divisor) => {
    const weights = new Float64Array(size);
    for (let i = 0; i < size; i++) weights[i] = reader.number() * divisor;
    return weights;
  });
  return { sampleNode, sampleFacet, sampleWeight };
}

/** For each node, the first node after it that is not below it. */
function ends(parent) {
  const end = new Int32Array(parent.length);
  for (let node = 0; node < end.length; node++) end[node] = node + 1;
  for (let node = end.length - 1; node > 0; node--) {
    if (end[node] > end[parent[node]]) end[parent[node]] = end[node];
  }
  return end;
}

/** The nodes at each depth, from left to right. */
function levelsOf(depth) {
  const sizes = [];
  for (let node = 0; node < depth.length; node++) sizes[depth[node]] = (sizes[depth[node]] || 0) + 1;
  const levels = sizes.map((size) => new Int32Array(size));
  sizes.fill(0);
  for (let node = 0; node < depth.length; node++) levels[depth[node]][sizes[depth[node]]++] = node;
  return levels;
}
