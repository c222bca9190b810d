// The running balance as a step line, and below it each transaction as a mark, in SVG, for one transaction or for many thousands.
// A small transaction does not show in a large balance: its mark has a least height, and the heights are logarithmic.

import { $, svg } from '../counterfoil/parts/dom.js';
import { amount, count, moment, signed, tick } from '../counterfoil/parts/format.js';

const TOP = 14;
const RIGHT = 10;
const BOTTOM = 42;
const DIGIT = 7.2;
const GAP = 16;
const STRIP = 56;
const LEAST = 4;

let transactions = [];
let unit = '';
let scale = null;
let chosen = -1;
let cursor = null;

const host = $('plot');
const readout = $('plot-readout');

export function plot(all, unitName) {
  const wasLast = chosen < 0 || chosen >= transactions.length - 1;
  transactions = all;
  unit = unitName;
  if (wasLast || chosen >= all.length) {
    chosen = all.length - 1;
  }
  draw();
}

export function resetPlot() {
  chosen = -1;
}

function draw() {
  host.replaceChildren();
  const width = host.clientWidth;
  if (width === 0) {
    return;
  }
  for (const name of ['role', 'tabindex', 'aria-label', 'aria-valuemin', 'aria-valuemax', 'aria-valuenow', 'aria-valuetext']) {
    host.removeAttribute(name);
  }
  $('plot-hint').hidden = transactions.length === 0;
  if (transactions.length === 0) {
    readout.textContent = 'No transaction yet: post one, or send one through a broken network.';
    return;
  }
  const height = (width < 480 ? 200 : 240) + GAP + STRIP;
  scale = scaleOf(width, height - GAP - STRIP);
  const line = path();
  const floor = scale.y(Math.max(scale.low, Math.min(scale.high, 0)));
  cursor = svg('g', { class: 'cursor' }, svg('line', { y1: TOP, y2: height - BOTTOM }), svg('circle', { r: 4.5 }));
  host.append(svg('svg', { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    ...axes(width, height),
    svg('path', { class: 'area', d: `${line}V${floor}H${scale.left}Z` }),
    svg('path', { class: 'line', d: line }),
    ...marks(height - BOTTOM - STRIP / 2, width),
    cursor));
  describe();
  point(chosen);
}

function scaleOf(width, height) {
  let low = 0;
  let high = 0;
  for (const each of transactions) {
    low = Math.min(low, each.running_balance);
    high = Math.max(high, each.running_balance);
  }
  const step = niceStep((high - low || 1) / 4);
  low = Math.floor(low / step) * step;
  high = Math.ceil(high / step) * step || step;
  const ticks = [];
  for (let i = 0; low + i * step <= high; i += 1) {
    ticks.push(low + i * step);
  }
  const left = Math.ceil(Math.max(...ticks.map((each) => tick(each).length)) * DIGIT) + 14;
  const inner = width - left - RIGHT;
  const x = (index) => left + (inner * index) / transactions.length;
  const y = (value) => TOP + ((height - TOP - BOTTOM) * (high - value)) / (high - low);
  return { low, high, ticks, left, inner, x, y };
}

/** 1, 2 or 5 times a power of ten, and whole. */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  return Math.max(1, nice);
}

/** Where points are denser than pixels, each pixel keeps its first, lowest, highest and last. */
function path() {
  const { x, y, left, inner } = scale;
  const round = (value) => Math.round(value * 10) / 10;
  const n = transactions.length;
  let d = `M${left} ${round(y(transactions[0].running_balance))}`;
  if (n <= inner) {
    for (let i = 1; i < n; i += 1) {
      d += `H${round(x(i))}V${round(y(transactions[i].running_balance))}`;
    }
    return d + `H${left + inner}`;
  }
  for (let column = 0; column < Math.floor(inner); column += 1) {
    const from = Math.floor((column * n) / inner);
    const to = Math.max(from + 1, Math.floor(((column + 1) * n) / inner));
    const values = transactions.slice(from, to).map((each) => each.running_balance);
    const stops = [values[0], Math.min(...values), Math.max(...values), values[values.length - 1]];
    d += `H${left + column}` + stops.map((value) => `V${round(y(value))}`).join('');
  }
  return `${d}H${left + inner}V${round(y(transactions[n - 1].running_balance))}`;
}

/** Where marks are denser than pixels, each pixel keeps its largest of each kind. */
function marks(middle, width) {
  const { x, left, inner } = scale;
  const columns = { in: new Map(), out: new Map(), failed: new Map() };
  let largest = 0;
  transactions.forEach(({ quantity, state }, index) => {
    const kind = columns[state === 'failed' ? 'failed' : quantity < 0 ? 'out' : 'in'];
    const at = Math.round(x(index));
    kind.set(at, Math.abs(quantity) > Math.abs(kind.get(at) ?? 0) ? quantity : kind.get(at));
    largest = Math.max(largest, Math.abs(quantity));
  });
  const length = (quantity) => LEAST + (STRIP / 2 - LEAST) * (Math.log1p(Math.abs(quantity)) / Math.log1p(largest));
  const thick = Math.max(1, Math.min(8, (inner / transactions.length) * 0.6));
  return [
    svg('line', { class: 'zero', x1: left, x2: width - RIGHT, y1: middle, y2: middle }),
    svg('text', { class: 'tick', x: left - 8, y: middle - 8, 'text-anchor': 'end' }, 'in'),
    svg('text', { class: 'tick', x: left - 8, y: middle + 17, 'text-anchor': 'end' }, 'out'),
    ...Object.entries(columns).map(([kind, found]) => svg('path', {
      class: `moves ${kind}`,
      'stroke-width': thick,
      d: [...found].map(([at, quantity]) => `M${at} ${middle}v${(quantity < 0 ? length(quantity) : -length(quantity)).toFixed(1)}`).join(''),
    })),
  ];
}

function axes(width, height) {
  const { left, inner, x, y, ticks } = scale;
  const n = transactions.length;
  const parts = ticks.flatMap((value) => [
    svg('line', { class: value === 0 ? 'zero' : 'grid', x1: left, x2: width - RIGHT, y1: y(value), y2: y(value) }),
    svg('text', { class: 'tick', x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, tick(value)),
  ]);
  const step = niceStep(n / Math.max(2, Math.floor(inner / 60)));
  for (let number = step; number <= n; number += step) {
    const at = x(number - 1);
    parts.push(svg('line', { class: 'mark', x1: at, x2: at, y1: height - BOTTOM, y2: height - BOTTOM + 4 }),
      svg('text', { class: 'tick', x: at, y: height - BOTTOM + 17, 'text-anchor': anchor(at, width) }, tick(number)));
  }
  parts.push(
    svg('text', { class: 'axis', x: width - RIGHT, y: height - 6, 'text-anchor': 'end' }, width < 480 ? 'newest →' : 'transactions, oldest to newest →'),
    svg('text', { class: 'axis', x: left, y: height - 6 }, width < 480 ? `↑ ${short(unit)}` : `↑ ${unit.slice(0, 40)}`));
  return parts;
}

/** A label near an edge stays inside. */
function anchor(at, width) {
  if (at < scale.left + 16) {
    return 'start';
  }
  return at > width - RIGHT - 16 ? 'end' : 'middle';
}

const short = (text) => (text.length > 12 ? text.slice(0, 11) + '…' : text);

/** To a screen reader the plot is a slider over the transactions. */
function describe() {
  host.setAttribute('role', 'slider');
  host.setAttribute('tabindex', '0');
  host.setAttribute('aria-label', `Running balance over ${count(transactions.length, 'transaction', 'transactions')}`);
  host.setAttribute('aria-valuemin', '1');
  host.setAttribute('aria-valuemax', String(transactions.length));
}

function point(index) {
  if (transactions.length === 0) {
    return;
  }
  chosen = Math.max(0, Math.min(transactions.length - 1, index));
  const each = transactions[chosen];
  const x = scale.x(chosen);
  const y = scale.y(each.running_balance);
  const [line, dot] = cursor.children;
  line.setAttribute('x1', x);
  line.setAttribute('x2', x);
  dot.setAttribute('cx', x);
  dot.setAttribute('cy', y);
  const text = `No. ${amount(chosen + 1)}: ${signed(each.quantity)}, ${each.state}${each.reversal ? ' and reversed' : ''}`
    + ` · balance ${amount(each.running_balance)} ${unit} · ${moment(each.created_at)}`;
  readout.textContent = text;
  host.setAttribute('aria-valuenow', String(chosen + 1));
  host.setAttribute('aria-valuetext', text);
}

const steps = {
  ArrowLeft: () => chosen - 1,
  ArrowDown: () => chosen - 1,
  ArrowRight: () => chosen + 1,
  ArrowUp: () => chosen + 1,
  PageUp: () => chosen + Math.ceil(transactions.length / 10),
  PageDown: () => chosen - Math.ceil(transactions.length / 10),
  Home: () => 0,
  End: () => transactions.length - 1,
};

host.addEventListener('keydown', (event) => {
  if (steps[event.key] && transactions.length > 0) {
    event.preventDefault();
    point(steps[event.key]());
  }
});
function follow(event) {
  if (transactions.length > 0) {
    const at = event.clientX - host.getBoundingClientRect().left - scale.left;
    point(Math.floor((at / scale.inner) * transactions.length));
  }
}

host.addEventListener('pointermove', follow);
host.addEventListener('pointerdown', follow);
new ResizeObserver(() => draw()).observe(host);
