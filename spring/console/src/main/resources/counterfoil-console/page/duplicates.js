// Duplicates and mismatches by operation: what this process counted over time, and what the store knows.

import { el, svg } from '../parts/dom.js';
import { amount, moment } from '../parts/format.js';
import { List } from './list.js';

const BUCKETS = 36;
const HEIGHT = 28;
const WIDTH = 5;

export function panel(context) {
  const numbers = (title, of) => ({ title, cell: (row) => amount(of(row)), class: 'number' });
  const counted = new List({
    label: 'What this process counted',
    columns: [
      { title: 'Operation', cell: (row) => el('span', { 'data-focus': 'open', tabindex: 0 }, row.operation), class: 'operation' },
      numbers('Executed', (row) => row.totals[0]),
      numbers('Replayed', (row) => row.totals[1]),
      numbers('Mismatches', (row) => row.totals[2]),
      numbers('Rejected', (row) => row.totals[3]),
      { title: 'Over time', cell: chart },
    ],
    key: (row) => row.operation,
    empty: 'No request with a key since this process started.',
  });
  const stored = new List({
    label: 'What the store knows',
    columns: [
      { title: 'Operation', cell: (row) => el('span', { 'data-focus': 'open', tabindex: 0 }, row.operation), class: 'operation' },
      numbers('Records', (row) => row.records),
      numbers('Requests', (row) => row.requests),
      numbers('Duplicates', (row) => row.requests - row.records),
      numbers('Most of one key', (row) => row.most),
    ],
    key: (row) => row.operation,
    empty: 'Nothing is stored, or not in the application’s database.',
  });
  const since = el('p', { class: 'muted' });
  const sample = el('p', { class: 'muted' });
  const root = el('section', { 'aria-labelledby': 'duplicates-title' },
    el('h1', { id: 'duplicates-title', tabindex: -1 }, 'Duplicates'),
    el('div', { class: 'card' }, el('h2', {}, 'Since this process started'), since, counted.root),
    el('div', { class: 'card' }, el('h2', {}, 'In the store'), sample, stored.root));
  return {
    root,
    async refresh() {
      const [process, store] = await Promise.all([context.get('duplicates'), context.get('duplicates/stored')]);
      return () => {
        since.textContent = `Counted in this process alone, from ${moment(process.since)}, for at most ${process.kept / 60} hours.`;
        counted.update(process.operations.map((row) => summed(row, process)));
        sample.textContent = store.sample ? `Of the ${amount(store.sample)} records that expire last.` : '';
        stored.update(store.operations ?? []);
      };
    },
  };
}

function summed({ operation, minutes }, { minute, kept }) {
  const totals = [0, 0, 0, 0];
  const buckets = Array.from({ length: BUCKETS }, () => [0, 0]);
  for (const [when, ...counts] of minutes) {
    counts.forEach((number, i) => { totals[i] += number; });
    const bucket = buckets[BUCKETS - 1 - Math.floor(((minute - when) * BUCKETS) / kept)];
    bucket[0] += counts[1];
    bucket[1] += counts[2];
  }
  return { operation, totals, buckets };
}

/** One bar for each five minutes: replays, and mismatches above them. */
function chart({ operation, totals, buckets }) {
  const most = Math.max(1, ...buckets.map(([replayed, mismatched]) => replayed + mismatched));
  const bars = buckets.flatMap(([replayed, mismatched], i) => {
    const low = (replayed / most) * HEIGHT;
    const high = (mismatched / most) * HEIGHT;
    return [
      svg('rect', { class: 'bar', x: i * WIDTH, width: WIDTH - 1, y: HEIGHT - low, height: low }),
      svg('rect', { class: 'bar mismatch', x: i * WIDTH, width: WIDTH - 1, y: HEIGHT - low - high, height: high }),
    ];
  });
  return svg('svg', {
    class: 'chart', role: 'img', viewBox: `0 0 ${BUCKETS * WIDTH} ${HEIGHT + 1}`, width: BUCKETS * WIDTH, height: HEIGHT + 1,
    'aria-label': `${operation}, the last three hours: ${totals[1]} replays, ${totals[2]} mismatches, at most ${most} in five minutes`,
  }, svg('line', { class: 'axis', x1: 0, x2: BUCKETS * WIDTH, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5 }), ...bars);
}
