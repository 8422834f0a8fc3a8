// Drawing boxes: what is visible of a layout, and how a box looks on a canvas.

const ROW = 20;
const FONT = '12px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const SMALLEST_BOX = 0.5;
const LABEL_FROM = 16;
const PADDING = 4;

/**
 * Visits what is visible at one depth within a range of the layout: boxes, and runs of frames too narrow for one, so
 * that nothing disappears without a trace.
 *
 * @param range [from, to] in the layout's unit
 * @param isHit says whether a node matches the search
 * @param emit (node, left, width, hit) in pixels; node is -1 for a run, and hit says whether anything in it matches
 */
function eachVisible(nodes, layout, range, pixels, isHit, emit) {
  const scale = pixels / (range[1] - range[0]);
  const runs = new Runs((left, width, hit) => emit(-1, left, width, hit));
  for (let i = firstVisible(nodes, layout, range[0]); i < nodes.length; i++) {
    const node = nodes[i];
    const left = (layout.x[node] - range[0]) * scale;
    if (left >= pixels) break;
    const width = layout.width[node] * scale;
    if (width >= SMALLEST_BOX) {
      runs.end();
      const from = Math.max(0, left);
      emit(node, from, Math.min(pixels, left + width) - from, isHit(node));
    } else if (width > 0) {
      runs.add(left, left + width, isHit(node));
    }
  }
  runs.end();
}

/**
 * Joins frames too narrow for a box. Matches are marked per pixel, because thousands might be drawn separately
 * otherwise.
 */
class Runs {
  constructor(emit) {
    this.emit = emit;
    this.to = -1;
  }

  add(left, right, hit) {
    const samePixel = Math.floor(left) === Math.floor(this.from);
    if (this.to >= 0 && left <= this.to + SMALLEST_BOX && (hit === this.hit || samePixel)) {
      this.to = right;
      this.hit = this.hit || hit;
      return;
    }
    const start = this.to >= 0 && hit !== this.hit ? Math.max(left, Math.ceil(this.to)) : left;
    this.end();
    this.from = Math.min(start, right);
    this.to = right;
    this.hit = hit;
  }

  end() {
    if (this.to > this.from) this.emit(this.from, this.to - this.from, this.hit);
    this.to = -1;
  }
}

/** Index of the first node that ends right of x. */
function firstVisible(nodes, layout, x) {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.x[nodes[middle]] + layout.width[nodes[middle]] > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws boxes on a canvas that is measured in CSS pixels. */
class Painter {
  constructor(context, palette) {
    this.context = context;
    this.palette = palette;
    this.hatches = {};
    context.font = FONT;
    context.textBaseline = 'middle';
    context.direction = 'ltr'; // so that a name in a right-to-left script does not reverse its row
    this.character = context.measureText('m').width;
  }

  clear(width, height) {
    this.fill(this.palette.page, 0, 0, width, height);
  }

  /** Setting a colour costs more than filling a small box with it. */
  fill(colour, left, top, width, height) {
    if (this.filled !== colour) this.context.fillStyle = this.filled = colour;
    this.context.fillRect(left, top, width, height);
  }

  /** @param look {fill, ink, pattern}; text {name, sign, amount} */
  box(left, top, width, look, text) {
    const inner = width > 3 ? width - 1 : width;
    this.fill(look.fill, left, top, inner, ROW - 1);
    if (look.pattern && inner > 3) this.hatch(left, top, inner, look.pattern);
    if (width >= LABEL_FROM) this.label(left, top, inner, look, text);
  }

  run(left, top, width, colour) {
    this.fill(colour, left, top + 3, Math.max(0.5, width), ROW - 7);
  }

  /** A bar below matches, because the colour of a box that is wide enough already means something else. */
  found(left, top, width) {
    this.fill(this.palette.match, left, top + ROW - 4, width > 3 ? width - 1 : width, 3);
  }

  /** Frames that only the candidate has are hatched one way, those that only the baseline has the other way. */
  hatch(left, top, width, pattern) {
    this.hatches[pattern] = this.hatches[pattern] || this.makeHatch(pattern);
    this.fill(this.hatches[pattern], left, top + ROW - 5, width, 4);
  }

  makeHatch(pattern) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6;
    const context = tile.getContext('2d');
    context.strokeStyle = this.palette.hatch;
    context.lineWidth = 1.6;
    context.beginPath();
    for (const shift of [-6, 0, 6]) {
      context.moveTo(shift, pattern === 'new' ? 6 : 0);
      context.lineTo(shift + 6, pattern === 'new' ? 0 : 6);
    }
    context.stroke();
    return this.context.createPattern(tile, 'repeat');
  }

  label(left, top, width, look, text) {
    const { context } = this;
    const room = Math.floor((width - 2 * PADDING) / this.character);
    const lead = text.sign && room >= 1 ? text.sign + ' ' : '';
    const fits = fitting(text.name, room - lead.length);
    context.fillStyle = this.filled = look.ink;
    const middle = top + (ROW - 1) / 2 + 0.5;
    const shown = fits.length > 0 ? lead + fits : lead.trim();
    const taken = this.write(shown, left + PADDING, middle, width - 2 * PADDING);
    const free = width - 3 * PADDING - taken;
    if (text.amount && fits.length > 0 && !fits.endsWith('…') && free > (text.amount.length + 1) * this.character) {
      context.textAlign = 'right';
      context.fillText(text.amount, left + width - PADDING, middle);
      context.textAlign = 'left';
    }
  }

  /** Writes text and returns its width; letters wider than those of the font are clipped. */
  write(text, left, middle, room) {
    const { context } = this;
    if (/^[\x20-\x7e…−]*$/.test(text)) {
      context.fillText(text, left, middle);
      return text.length * this.character;
    }
    context.save();
    context.beginPath();
    context.rect(left, middle - ROW / 2, room, ROW);
    context.clip();
    context.fillText(text, left, middle);
    context.restore();
    return Math.min(room, context.measureText(text).width);
  }

  frame(left, top, width, colour, dashed) {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.setLineDash(dashed ? [3, 2] : []);
    context.strokeRect(left + 1, top + 1, Math.max(1, width - 3), ROW - 3);
    context.setLineDash([]);
  }
}

/** If fewer characters are left for the class, only the method is shown. */
const CLASS_PART = 6;

/** The name, or class and method, or their end, or only the method, or its beginning. */
function fitting(name, room) {
  if (name.length <= room) return name;
  const short = shortName(name);
  if (short.length <= room) return short;
  if (room < 3) return '';
  const method = short.slice(short.lastIndexOf('.') + 1);
  if (room >= method.length + CLASS_PART) return '…' + whole(short.slice(1 - room));
  return method.length <= room ? method : whole(method.slice(0, room - 1)) + '…';
}

/** The text without halves of characters that were cut in two. */
function whole(text) {
  return Array.from(text).filter(isWhole).join('');
}

function isWhole(character) {
  return !/^[\ud800-\udfff]$/.test(character);
}
