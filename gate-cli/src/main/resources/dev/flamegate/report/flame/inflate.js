// Inflates zlib data (RFC 1950, 1951). The browser does it where it can; the code below is for those that cannot.

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

async function inflate(bytes) {
  if (typeof DecompressionStream === 'undefined') return inflateHere(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function inflateHere(bytes) {
  const input = new BitInput(bytes.subarray(2));
  const output = new Output(bytes.length * 4);
  let last = false;
  while (!last) {
    last = input.bits(1) === 1;
    const type = input.bits(2);
    if (type === 0) copyStored(input, output);
    else if (type === 1) inflateBlock(input, output, fixedCodes());
    else if (type === 2) inflateBlock(input, output, dynamicCodes(input));
    else throw new Error('damaged data: there is no block of type 3');
  }
  return output.bytes.subarray(0, output.size);
}

class BitInput {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.buffer = 0;
    this.held = 0;
  }

  bits(wanted) {
    while (this.held < wanted) {
      if (this.at >= this.bytes.length) throw new Error('damaged data: it ends too early');
      this.buffer |= this.bytes[this.at++] << this.held;
      this.held += 8;
    }
    const value = this.buffer & ((1 << wanted) - 1);
    this.buffer >>>= wanted;
    this.held -= wanted;
    return value;
  }

  /** The next symbol of a canonical Huffman code, bit by bit: counts[n] codes have n bits. */
  symbol({ counts, symbols }) {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length < 16; length++) {
      code |= this.bits(1);
      const here = counts[length];
      if (code - here < first) return symbols[index + code - first];
      index += here;
      first = (first + here) << 1;
      code <<= 1;
    }
    throw new Error('damaged data: no such code');
  }

  toByte() {
    this.buffer = 0;
    this.held = 0;
  }
}

class Output {
  constructor(capacity) {
    this.bytes = new Uint8Array(Math.max(1024, capacity));
    this.size = 0;
  }

  push(byte) {
    if (this.size === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.size++] = byte;
  }

  repeat(distance, length) {
    if (distance > this.size) throw new Error('damaged data: it refers to before its start');
    for (let i = 0; i < length; i++) this.push(this.bytes[this.size - distance]);
  }
}

function copyStored(input, output) {
  input.toByte();
  const length = input.bits(8) | (input.bits(8) << 8);
  input.bits(16);
  for (let i = 0; i < length; i++) output.push(input.bits(8));
}

function inflateBlock(input, output, [literals, distances]) {
  for (;;) {
    const symbol = input.symbol(literals);
    if (symbol < 256) output.push(symbol);
    else if (symbol === 256) return;
    else {
      const length = LENGTH_BASE[symbol - 257] + input.bits(LENGTH_BITS[symbol - 257]);
      const far = input.symbol(distances);
      output.repeat(DISTANCE_BASE[far] + input.bits(DISTANCE_BITS[far]), length);
    }
  }
}

function huffman(lengths) {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const offsets = new Uint16Array(16);
  for (let i = 1; i < 15; i++) offsets[i + 1] = offsets[i] + counts[i];
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[offsets[length]++] = symbol;
  });
  return { counts, symbols };
}

function fixedCodes() {
  const lengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
  return [huffman(lengths), huffman(new Array(30).fill(5))];
}

function dynamicCodes(input) {
  const literals = input.bits(5) + 257;
  const distances = input.bits(5) + 1;
  const given = input.bits(4) + 4;
  const lengthLengths = new Array(19).fill(0);
  for (let i = 0; i < given; i++) lengthLengths[LENGTHS_ORDER[i]] = input.bits(3);
  const lengths = readLengths(input, huffman(lengthLengths), literals + distances);
  return [huffman(lengths.slice(0, literals)), huffman(lengths.slice(literals))];
}

function readLengths(input, code, wanted) {
  const lengths = [];
  while (lengths.length < wanted) {
    const symbol = input.symbol(code);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) append(lengths, lengths[lengths.length - 1], 3 + input.bits(2));
    else if (symbol === 17) append(lengths, 0, 3 + input.bits(3));
    else append(lengths, 0, 11 + input.bits(7));
  }
  return lengths;
}

function append(lengths, value, times) {
  for (let i = 0; i < times; i++) lengths.push(value);
}
