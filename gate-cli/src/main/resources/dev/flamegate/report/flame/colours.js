// Blue for less and orange for more, which are easy to distinguish, and always a sign as well.

const PALETTES = {
  light: {
    page: '#ffffff', ink: '#15181b', line: '#ffffff', focus: '#15181b', hatch: 'rgba(0,0,0,.34)',
    unchanged: ['#e3e6ea', '#15181b'],
    more: ['#fbe6d0', '#f8cb9c', '#f3ab62', '#e6862b', '#c96510', '#a34a00'],
    less: ['#dcebf8', '#b4d5ef', '#84b8e0', '#4f96cb', '#2a74ae', '#12568c'],
    inks: ['#15181b', '#15181b', '#15181b', '#15181b', '#ffffff', '#ffffff'],
    plain: ['#f6c38b', '#9fcbea', '#a5d8c2', '#f0e08a', '#e3b4d2', '#c8ccf2', '#d9c7a8', '#bfe0e6'],
    plainInk: '#15181b', match: '#7b2fbe', faded: '#eef0f2', fadedInk: '#68717c',
  },
  dark: {
    page: '#14171a', ink: '#eef0f2', line: '#14171a', focus: '#ffffff', hatch: 'rgba(255,255,255,.36)',
    unchanged: ['#363d45', '#e4e7ea'],
    more: ['#4a3826', '#69481f', '#8b5719', '#b26a1b', '#dd8630', '#ffb066'],
    less: ['#24384a', '#2a4d6b', '#2f638d', '#3a7db1', '#5fa5da', '#95c9f5'],
    inks: ['#ffffff', '#ffffff', '#ffffff', '#ffffff', '#101214', '#101214'],
    plain: ['#8f5a1d', '#38719b', '#357c61', '#736519', '#865070', '#5d639f', '#756040', '#38717b'],
    plainInk: '#ffffff', match: '#d9a6ff', faded: '#22272c', fadedInk: '#98a2ad',
  },
};

/**
 * When changes are relative, frames below this part of the whole are paler: one sample more or less means nothing
 * there.
 */
const NOTABLE_SHARE = 0.005;

/** Changes below this part of the strongest one have no colour, because small differences are everywhere. */
const FAINTEST = 0.01;

/** A relative change of this factor has the strongest colour. */
const STRONGEST_RATIO = 2;

/** Decides the style of frames: {fill, ink, sign, pattern}. */
class Colouring {
  /**
   * @param changes of methods by name and kind, see changesOf
   * @param options {compared, of, delta, colour, palette}
   */
  constructor(graph, changes, options) {
    this.graph = graph;
    this.changes = changes;
    this.options = options;
    this.palette = options.palette;
    const costs = graph[options.of];
    this.baseline = costs[BASELINE];
    this.candidate = costs[CANDIDATE];
    this.largest = this.largestChange();
    this.styles = new Map();
  }

  largestChange() {
    let most = 0;
    for (let node = 0; node < this.graph.size; node++) most = Math.max(most, Math.abs(this.candidate[node] - this.baseline[node]));
    return most;
  }

  style(node) {
    if (!this.options.compared || this.options.colour === 'package') return this.plain(node);
    const kind = this.kind(node);
    if (kind === 'chance') return this.shared('unchanged', this.pattern(node));
    const strength = this.strength(node);
    const step = Math.min(5, Math.ceil(Math.sqrt(Math.abs(strength)) * 6 - 1e-9) - 1);
    if (Math.abs(strength) < FAINTEST) return this.shared('unchanged', this.pattern(node));
    return this.shared((strength > 0 ? 'more' : 'less') + step, this.pattern(node));
  }

  /** `chance` if the trials cannot distinguish the change from none; otherwise `more`, `less` or `same`. */
  kind(node) {
    if (node > 0 && this.changes.known && !this.isSignificant(node)) return 'chance';
    const change = this.candidate[node] - this.baseline[node];
    return change > 0 ? 'more' : change < 0 ? 'less' : 'same';
  }

  isSignificant(node) {
    const change = this.changes[this.options.of].get(this.graph.name[node]);
    return change !== undefined && change.significant;
  }

  /** In [-1, 1]. */
  strength(node) {
    const change = this.candidate[node] - this.baseline[node];
    if (this.options.delta === 'absolute') return this.largest === 0 ? 0 : change / this.largest;
    if (change === 0) return 0;
    const whole = (this.graph.total[BASELINE][0] + this.graph.total[CANDIDATE][0]) / 2;
    const share = Math.max(this.baseline[node], this.candidate[node]) / whole;
    const ratio = Math.abs(Math.log(this.candidate[node] / this.baseline[node])) / Math.log(STRONGEST_RATIO);
    return Math.sign(change) * Math.min(1, ratio) * Math.min(1, share / NOTABLE_SHARE);
  }

  /** Frames that only one side has. */
  pattern(node) {
    if (this.graph.total[BASELINE][node] === 0) return 'new';
    return this.graph.total[CANDIDATE][node] === 0 ? 'gone' : '';
  }

  shared(colour, pattern) {
    const key = colour + pattern;
    if (!this.styles.has(key)) this.styles.set(key, this.make(colour, pattern));
    return this.styles.get(key);
  }

  make(colour, pattern) {
    const { palette } = this;
    if (colour === 'unchanged') return { fill: palette.unchanged[0], ink: palette.unchanged[1], sign: '', pattern };
    const step = Number(colour.slice(4));
    const more = colour.startsWith('more');
    return { fill: (more ? palette.more : palette.less)[step], ink: palette.inks[step], sign: more ? '+' : '−', pattern };
  }

  /** By package, so that neighbours of one library look alike. */
  plain(node) {
    const key = 'name' + this.graph.name[node];
    if (!this.styles.has(key)) {
      const name = nodeName(this.graph, node);
      const fill = node === 0 || name.startsWith('[') ? this.palette.unchanged[0] : this.palette.plain[packageHash(name) % 8];
      this.styles.set(key, { fill, ink: this.palette.plainInk, sign: '', pattern: '' });
    }
    return this.styles.get(key);
  }
}

/** A hash of the package's first three parts. */
function packageHash(name) {
  const parts = name.split('.');
  const owner = parts.slice(0, Math.max(1, Math.min(3, parts.length - 2))).join('.');
  let hash = 0;
  for (let i = 0; i < owner.length; i++) hash = (hash * 31 + owner.charCodeAt(i)) >>> 0;
  return hash;
}
