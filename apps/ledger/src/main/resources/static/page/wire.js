// One attempt, drawn: the request to the ledger above, its response below, and where the wire broke.

import { el, svg } from '../counterfoil/parts/dom.js';

const WORDS = {
  whole: 'request and response arrived',
  drop_request: 'the request was lost',
  drop_response: 'the request arrived, the response was lost',
  cut_mid_response: 'the request arrived, the response was cut off',
  delay: 'the request arrived, the response came too late',
  none: 'it failed',
};

/** What the fault did to the attempt; an attempt that failed in a sound channel is simply broken. */
export function wire(fault, failed) {
  const met = failed ? fault : 'whole';
  const requestBreaks = met === 'drop_request' || met === 'none';
  const lines = [
    ...arrow(8, requestBreaks ? 46 : 84, !requestBreaks, 9),
    ...(requestBreaks ? cross(54, 9) : []),
    ...answer(met),
  ];
  return el('span', { class: 'wire' },
    svg('svg', { width: 112, height: 34, viewBox: '0 0 112 34', 'aria-hidden': 'true', class: failed ? 'broken' : 'sound' },
      svg('rect', { x: 0, y: 5, width: 4, height: 24, rx: 2, class: 'end' }),
      svg('path', { d: 'M92 5h18v8a4 4 0 0 0 0 8v8H92z', class: failed && requestBreaks ? 'ledger' : 'ledger reached' }),
      ...lines),
    el('span', { class: 'visually-hidden' }, WORDS[met]));
}

function answer(met) {
  switch (met) {
    case 'whole':
      return arrow(84, 8, true, 25);
    case 'drop_response':
      return [...arrow(84, 62, false, 25), ...cross(54, 25)];
    case 'cut_mid_response':
      return [...arrow(84, 34, false, 25), ...cross(26, 25)];
    case 'delay':
      return [svg('path', { d: 'M84 25H14', class: 'late' }), svg('circle', { cx: 48, cy: 25, r: 6.5, class: 'clock' }),
        svg('path', { d: 'M48 21.5V25h3', class: 'hands' })];
    default:
      return [];
  }
}

function arrow(from, to, arrives, y) {
  const back = to > from ? -5 : 5;
  return [svg('path', { d: `M${from} ${y}H${to}` + (arrives ? `m${back} -4l${-back} 4l${back} 4` : ''), class: 'run' })];
}

function cross(x, y) {
  return [svg('path', { d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`, class: 'cross' })];
}
