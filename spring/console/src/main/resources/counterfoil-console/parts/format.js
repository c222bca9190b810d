// Formats numbers, times and plurals.

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const dated = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

const timed = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const MINUS = '\u2212';

/** JSON numbers are doubles in JavaScript. Beyond 2^53 the last digits may be wrong, which the text indicates. */
export function amount(number) {
  const text = whole.format(number).replace('-', MINUS);
  return Number.isSafeInteger(number) ? text : '≈ ' + text;
}

export function signed(number) {
  return number > 0 ? '+' + amount(number) : amount(number);
}

export function tick(number) {
  return (Math.abs(number) < 100_000 ? whole : compact).format(number).replace('-', MINUS);
}

export function moment(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : dated.format(date);
}

/** The time of day. */
export function time(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : timed.format(date);
}

export function count(number, one, many) {
  return `${whole.format(number)} ${number === 1 ? one : many}`;
}

/** Formats "name: value" pairs; values that are not text as JSON. */
export function metadataText(metadata) {
  return Object.entries(metadata ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

/** Parses a whole number; throws a problem that names the field. */
export function parseWhole(text, field) {
  const plain = text.trim().replace(MINUS, '-').replace(/[\s,_]/g, '');
  if (!/^[+-]?\d+$/.test(plain)) {
    throw { title: 'Not a whole number', detail: `${field} must be a whole number, not “${text}”.`, field };
  }
  const number = Number(plain);
  if (!Number.isSafeInteger(number)) {
    const most = amount(Number.MAX_SAFE_INTEGER);
    throw { title: 'Number too large', detail: `${field} must be from ${MINUS}${most} to ${most}.`, field };
  }
  return number;
}
