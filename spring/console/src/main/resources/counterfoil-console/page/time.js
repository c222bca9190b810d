// Times, and how long ago they are: kept current in place, so that a list is not redrawn for it.

import { el } from '../parts/dom.js';
import { count, moment } from '../parts/format.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** The time, and how long ago it is or how long it is until then. */
export function since(iso) {
  return el('time', { datetime: iso, title: moment(iso), 'data-age': iso }, age(iso));
}

/** The time itself. */
export function at(iso) {
  return el('time', { datetime: iso }, moment(iso));
}

function age(iso) {
  const seconds = Math.round((Date.now() - new Date(iso).getTime()) / 1000);
  const text = span(Math.abs(seconds));
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

function span(seconds) {
  if (seconds < MINUTE) {
    return `${seconds} s`;
  }
  if (seconds < HOUR) {
    return `${Math.floor(seconds / MINUTE)} min`;
  }
  return seconds < 2 * DAY ? `${Math.floor(seconds / HOUR)} h` : count(Math.floor(seconds / DAY), 'day', 'days');
}

/** Brings every age on the page up to date. */
export function ages() {
  for (const node of document.querySelectorAll('[data-age]')) {
    const text = age(node.dataset.age);
    if (node.textContent !== text) {
      node.textContent = text;
    }
  }
}
