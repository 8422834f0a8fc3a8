// Magnifying and panning a chart, by wheel and keys; mixed into it.

const MAGNIFYING = {
  wheel(event) {
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      const at = (event.clientX - this.canvas.getBoundingClientRect().left) / this.width;
      this.scale(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200))), at);
    } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
      this.pan(sideways / this.width);
    } else {
      return;
    }
    event.preventDefault();
  },

  /** Shows `factor` times as much, keeping the place at this part of the width. */
  scale(factor, at = 0.5) {
    const whole = this.rangeOf(0);
    const [from, to] = this.range;
    const size = Math.min(whole[1] - whole[0], (to - from) * factor);
    this.moveTo(from + (to - from) * at - size * at, size);
  },

  pan(part) {
    const size = this.range[1] - this.range[0];
    this.moveTo(this.range[0] + size * part, size);
  },

  moveTo(from, size) {
    const whole = this.rangeOf(0);
    const start = Math.max(whole[0], Math.min(whole[1] - size, from));
    this.gliding = null;
    this.range = [start, start + size];
    this.schedule();
  },
};
