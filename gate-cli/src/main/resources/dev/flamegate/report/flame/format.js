// Numbers for people, by the same rules as in the report (dev.flamegate.format.Numbers); a test keeps the two equal.

const LADDERS = {
  time: { steps: [['s', 1], ['ms', 1e-3], ['µs', 1e-6], ['ns', 1e-9]], from: 0.1, below: 10000 },
  size: { steps: [['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 1024], ['B', 1]], from: 1, below: 10240 },
};

const MOST_DECIMALS = 9;

/** A cost in base units: `4.44 ms`. The unit is {symbol, dimension, toBase}. */
function quantity(base, unit, digits = 3) {
  if (!Number.isFinite(base)) return notFinite(base);
  if (isNothing(base, unit)) return withSymbol('0', unit.symbol);
  const [symbol, toBase] = readableStep(base, unit);
  return withSymbol(decimal(base / toBase, digits), symbol);
}

/** A quantity with its sign, for a change: `+6.3 ms`. */
function change(base, unit) {
  const text = quantity(base, unit);
  return base > 0 && !text.startsWith('0 ') && text !== '0' ? '+' + text : text;
}

/** A part of a whole: `32.1 %` for 0.321. */
function percent(ratio) {
  if (!Number.isFinite(ratio)) return notFinite(ratio);
  const size = Math.abs(ratio * 100);
  const decimals = size >= 99.95 ? 0 : size >= 0.095 ? 1 : 2;
  const exact = exactDecimal(ratio * 100);
  const rounded = fixed(exact, Math.min(decimals, decimalsOf(exact)));
  return (rounded.includes('.') ? rounded.replace(/\.?0+$/, '') : rounded) + ' %';
}

/** A change relative to the baseline, with its sign: `+6.9 %`. */
function growth(ratio) {
  if (!Number.isFinite(ratio)) return ratio > 0 ? '+∞' : notFinite(ratio);
  const text = percent(ratio);
  return text === '0 %' || ratio < 0 ? text : '+' + text;
}

/** Things counted: `12,345`. */
function count(number) {
  return grouped(String(number));
}

function plural(number, noun) {
  return count(number) + ' ' + noun + (number === 1 ? '' : 's');
}

function notFinite(value) {
  return Number.isNaN(value) ? 'unknown' : value > 0 ? '∞' : '-∞';
}

function withSymbol(number, symbol) {
  return symbol ? number + ' ' + symbol : number;
}

/** Whether a value is only the rounding error of a difference between equals. */
function isNothing(base, unit) {
  const ladder = LADDERS[unit.dimension];
  return ladder !== undefined && Math.abs(base) < ladder.steps[ladder.steps.length - 1][1] / 100;
}

function readableStep(base, unit) {
  const ladder = LADDERS[unit.dimension];
  const size = Math.abs(base) / unit.toBase;
  if (!ladder || (size >= ladder.from && size < ladder.below)) return [unit.symbol, unit.toBase];
  return ladder.steps.find(([, toBase]) => Math.abs(base) >= toBase) || ladder.steps[ladder.steps.length - 1];
}

/** A number with at least that many significant digits, if it has them. */
function decimal(value, digits) {
  const exact = exactDecimal(value);
  if (exact.digits === 0) return '0';
  const whole = wholeDigits(exact, digits);
  const decimals = Math.max(0, Math.min(MOST_DECIMALS, digits - whole));
  return fixed(exact, Math.min(decimals, decimalsOf(exact)));
}

/** The intended decimal number, without the noise of binary fractions: sign × digits × 10^exponent, of 12 digits. */
function exactDecimal(value) {
  const [mantissa, exponent] = Math.abs(value).toExponential(11).split('e');
  return { negative: value < 0, digits: Number(mantissa.replace('.', '')), exponent: Number(exponent) - 11 };
}

/** Digits before the point once rounded: 9.996 has two at three digits. */
function wholeDigits(exact, digits) {
  const rounded = Math.floor(exact.digits / 10 ** (12 - digits) + 0.5);
  return exact.exponent + 12 + (rounded === 10 ** digits ? 1 : 0);
}

function decimalsOf(exact) {
  if (exact.digits === 0) return 0;
  const zeros = /0*$/.exec(String(exact.digits))[0].length;
  return Math.max(0, -(exact.exponent + zeros));
}

/** Halves are rounded away from zero. */
function fixed(exact, decimals) {
  const shift = exact.exponent + decimals;
  const scaled = shift >= 0 ? exact.digits * 10 ** shift : Math.floor(exact.digits / 10 ** -shift + 0.5);
  const text = String(scaled).padStart(decimals + 1, '0');
  const whole = grouped(text.slice(0, text.length - decimals));
  const sign = exact.negative && scaled > 0 ? '-' : '';
  return sign + whole + (decimals > 0 ? '.' + text.slice(-decimals) : '');
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
