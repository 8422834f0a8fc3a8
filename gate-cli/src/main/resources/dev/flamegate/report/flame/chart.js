// One graph on one canvas. The canvas is only as large as its visible part and stays in place, while an empty box as
// high as the graph scrolls beneath it: browsers refuse canvases of more than some 30 000 pixels, and stacks can be
// deeper.

const ZOOM_MILLISECONDS = 160;

/** When opened at a frame, the chart zooms in until the frame takes up at least this part of the width. */
const CONTEXT = 0.2;

class Chart {
  /** @param calls {select(node), zoom(node), hover(node, event)}: what the chart reports */
  constructor(host, label, calls) {
    this.calls = calls;
    this.canvas = el('canvas', { tabIndex: 0, role: 'application', 'aria-label': label });
    this.spacer = el('div', { class: 'spacer' });
    this.scroller = el('div', { class: 'scroller' }, this.spacer, this.canvas);
    host.append(this.scroller);
    this.selected = this.hovered = -1;
    this.zoomed = 0;
    this.range = [0, 1];
    this.width = this.height = 0;
    this.scroller.addEventListener('scroll', () => this.schedule());
    new ResizeObserver(() => this.resize()).observe(this.scroller);
    this.listen();
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener('pointermove', (event) => this.hover(this.nodeAt(event), event));
    canvas.addEventListener('pointerleave', (event) => this.hover(-1, event));
    canvas.addEventListener('click', (event) => this.click(event));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('focus', () => this.schedule());
    canvas.addEventListener('blur', () => this.schedule());
  }

  /** @param scene {graph, layout, colouring, marks, amount, up, palette} */
  show(scene) {
    const turned = this.scene && this.scene.up !== scene.up;
    const moved = !this.scene || this.scene.layout !== scene.layout;
    this.scene = scene;
    this.deepest = deepestLevel(scene.graph, scene.layout);
    if (moved) this.range = this.rangeOf(this.zoomed); // otherwise the magnified range stays
    this.resize();
    if (turned) this.reveal(Math.max(0, this.selected));
    else if (!this.shown && scene.up) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.shown = true;
  }

  /** Selects nothing and shows everything, because the current node numbers are about to become invalid. */
  forget() {
    this.selected = this.hovered = -1;
    this.zoomed = 0;
    this.shown = false;
    if (this.scene) this.range = this.rangeOf(0);
  }

  resize() {
    const box = this.scroller;
    if (!this.scene || box.clientWidth === 0) return;
    const density = window.devicePixelRatio || 1;
    this.width = box.clientWidth;
    this.height = box.clientHeight;
    this.content = Math.max(this.height, (this.deepest + 1) * ROW + 2);
    this.spacer.style.height = this.content + 'px';
    this.canvas.width = Math.round(this.width * density);
    this.canvas.height = Math.round(this.height * density);
    this.canvas.style.width = this.width + 'px';
    this.canvas.style.height = this.height + 'px';
    const context = this.canvas.getContext('2d', { alpha: false });
    context.scale(density, density);
    this.painter = new Painter(context, this.scene.palette);
    this.schedule();
  }

  /** The node's part of the layout; all of it for a node that is not visible. */
  rangeOf(node) {
    const { x, width } = this.scene.layout;
    const shown = width[node] > 0 ? node : 0;
    return [x[shown], x[shown] + (width[shown] || 1)];
  }

  schedule() {
    if (this.waiting || !this.scene) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      timed('flame-draw', () => this.draw());
    });
  }

  top(depth) {
    const fromTop = this.scene.up ? this.content - (depth + 1) * ROW : depth * ROW;
    return fromTop - this.scroller.scrollTop;
  }

  depthAt(y) {
    const inContent = y + this.scroller.scrollTop;
    return Math.floor((this.scene.up ? this.content - inContent : inContent) / ROW);
  }

  draw() {
    if (!this.painter) return;
    this.painter.clear(this.width, this.height);
    const ends = [this.depthAt(0), this.depthAt(this.height)];
    const last = Math.min(this.deepest, Math.max(...ends));
    for (let depth = Math.max(0, Math.min(...ends)); depth <= last; depth++) this.drawLevel(depth);
    this.drawFrames();
  }

  drawLevel(depth) {
    const { graph, layout, marks, palette } = this.scene;
    const top = this.top(depth);
    const isHit = (node) => marks !== null && graph.name[node] >= 0 && marks[graph.name[node]] === 1;
    const runs = marks === null ? palette.unchanged[0] : palette.faded;
    eachVisible(graph.levels[depth], layout, this.range, this.width, isHit, (node, left, width, hit) => {
      if (node < 0) this.painter.run(left, top, width, hit ? palette.match : runs);
      else this.drawBox(node, left, top, width, hit);
    });
  }

  /** While searching, frames that do not match are dimmed. */
  drawBox(node, left, top, width, hit) {
    const { graph, colouring, marks, palette, amount } = this.scene;
    const fades = marks !== null && !hit;
    const look = fades ? { fill: palette.faded, ink: palette.fadedInk, sign: '', pattern: '' } : colouring.style(node);
    const text = width < LABEL_FROM ? null : { name: nodeName(graph, node), sign: look.sign, amount: width > 90 ? amount(node) : '' };
    if (hit && width < 3) this.painter.run(left, top, width, palette.match);
    else this.painter.box(left, top, width, look, text);
    if (hit && width >= 3) this.painter.found(left, top, width);
  }

  drawFrames() {
    if (this.hovered >= 0 && this.hovered !== this.selected) this.outline(this.hovered, this.scene.palette.focus, true);
    if (this.selected >= 0) this.outline(this.selected, this.scene.palette.focus, document.activeElement !== this.canvas);
  }

  outline(node, colour, dashed) {
    const [left, right] = this.pixels(node);
    if (right < 0 || left > this.width || this.scene.layout.width[node] === 0) return;
    const from = Math.max(0, left);
    this.painter.frame(from, this.top(this.scene.graph.depth[node]), Math.max(4, Math.min(this.width, right) - from), colour, dashed);
  }

  pixels(node) {
    const { x, width } = this.scene.layout;
    const scale = this.width / (this.range[1] - this.range[0]);
    return [(x[node] - this.range[0]) * scale, (x[node] + width[node] - this.range[0]) * scale];
  }

  /** The node under the pointer, or the widest one within a pixel of it; -1 for none. */
  nodeAt(event) {
    if (!this.scene) return -1;
    const box = this.canvas.getBoundingClientRect();
    const nodes = this.scene.graph.levels[this.depthAt(event.clientY - box.top)];
    if (!nodes) return -1;
    const { x, width } = this.scene.layout;
    const scale = (this.range[1] - this.range[0]) / this.width;
    const at = this.range[0] + (event.clientX - box.left) * scale;
    let best = -1;
    for (let i = firstVisible(nodes, this.scene.layout, at - scale); i < nodes.length && x[nodes[i]] <= at + scale; i++) {
      const node = nodes[i];
      if (x[node] <= at && at < x[node] + width[node] && width[node] >= scale) return node;
      if (width[node] > 0 && (best < 0 || width[node] > width[best])) best = node;
    }
    return best;
  }

  hover(node, event) {
    if (node !== this.hovered) {
      this.hovered = node;
      this.canvas.style.cursor = node >= 0 ? 'pointer' : 'default';
      this.schedule();
    }
    this.calls.hover(event.pointerType === 'touch' ? -1 : node, event);
  }

  /** A finger covers what it points at: the first tap selects, the second zooms. */
  click(event) {
    const node = this.nodeAt(event);
    if (node < 0) return;
    const again = node === this.selected;
    this.select(node);
    if (event.pointerType !== 'touch' || again) this.zoomTo(node);
  }

  select(node) {
    this.selected = node;
    this.schedule();
    this.calls.select(node);
  }

  zoomTo(node) {
    this.zoomed = this.scene.layout.width[node] > 0 ? node : 0;
    this.glide(this.rangeOf(this.zoomed));
    this.reveal(node);
    this.calls.zoom(this.zoomed);
  }

  /** Moves to a range, in a few steps unless the reader prefers reduced motion. */
  glide(range) {
    const from = this.range;
    const start = performance.now();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.gliding = range;
    const step = (now) => {
      if (this.gliding !== range) return;
      const part = still ? 1 : Math.min(1, Math.max(0, (now - start) / ZOOM_MILLISECONDS));
      const eased = 1 - (1 - part) ** 3;
      this.range = part >= 1 ? range : [0, 1].map((i) => from[i] + (range[i] - from[i]) * eased);
      this.schedule();
      if (part < 1) requestAnimationFrame(step);
    };
    step(start);
  }

  /** Scrolls to a node's row. */
  reveal(node) {
    const { scroller } = this;
    const top = this.top(this.scene.graph.depth[node]);
    if (top < ROW || top + 2 * ROW > this.height) scroller.scrollTop += top - this.height / 3;
  }

  /** Selects a node and zooms so that it can be read together with its surroundings. */
  open(node) {
    this.select(node);
    const { layout, graph } = this.scene;
    const [left, right] = this.pixels(node);
    const readable = right - left >= 8 && left >= -1 && right <= this.width + 1;
    if (!readable) {
      let around = node;
      while (around > 0 && layout.width[node] >= layout.width[graph.parent[around]] * CONTEXT) around = graph.parent[around];
      this.zoomTo(around);
    }
    this.reveal(node);
  }
}

Object.assign(Chart.prototype, MAGNIFYING);
