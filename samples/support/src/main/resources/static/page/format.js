// Numbers, moments and plurals as text.

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
const dated = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

const MINUS = '\u2212';

/** JSON's numbers are doubles here: beyond 2^53 the last digits are not the ledger's, and the text says so. */
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

export function count(number, one, many) {
  return `${whole.format(number)} ${number === 1 ? one : many}`;
}

export function metadataText(metadata) {
  return metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '';
}

/** A whole number as people type it, or a thrown problem that names the field. */
export function parseWhole(text, field) {
  const plain = text.trim().replace(MINUS, '-').replace(/[\s,_]/g, '');
  const number = /^[+-]?\d+$/.test(plain) ? Number(plain) : NaN;
  if (!Number.isSafeInteger(number)) {
    throw { title: 'Not a whole number', detail: `${field} is a whole number of at most 2^53 − 1, not “${text}”.`, field };
  }
  return number;
}
