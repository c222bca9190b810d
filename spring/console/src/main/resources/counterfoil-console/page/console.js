// The console: services, panels, the address, and the refresh.

import { $, el, problemBox, toast, whenReleased } from '../parts/dom.js';
import { Service, services } from './service.js';
import { ages } from './time.js';
import { showKeys } from './keys.js';

const REFRESH_MILLIS = 4000;
const SLOWEST_MILLIS = 16_000;
const RECORD = { id: 'record', title: 'Record', module: 'record.js' };
const MODULE = /^[a-z][a-z-]{0,30}\.js$/;

let all = [];
let chosen = -1;
let service = null;
let panels = new Map();
let current = null;
let cursor;
let live = true;
let timer = 0;
let visits = 0;
let round = 0;
let failures = 0;

/** The address: `#panel=records&state=unknown`, and `service=1` for another service than the first. */
function address() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The address of a panel of this service. */
export function addressOf(panel, parameters = {}) {
  const query = new URLSearchParams({ panel, ...parameters });
  if (chosen > 0) {
    query.set('service', chosen);
  }
  return '#' + query;
}

function start() {
  document.addEventListener('visibilitychange', () => document.hidden || soon(0));
  document.addEventListener('keydown', pressed);
  addEventListener('hashchange', begin);
  $('live').addEventListener('click', () => setLive(!live));
  $('keys').addEventListener('click', showKeys);
  $('service').addEventListener('change', (event) => { location.hash = `panel=unknown&service=${event.target.value}`; });
  $('skip').addEventListener('click', (event) => { event.preventDefault(); $('content').focus(); });
  begin();
  soon(pause());
}

/** Shows what the address says; a service that cannot be reached yet is asked again by the refresh. */
async function begin() {
  const mine = ++visits;
  try {
    if (all.length === 0) {
      all = await services();
    }
    await route(mine);
  } catch (problem) {
    if (mine === visits) {
      showProblem(problem);
    }
  }
}

/** Shows the choice, and nothing of the service before: its rows must not be taken for those of this one. */
function choose(index) {
  chosen = index;
  service = null;
  panels = new Map();
  current = null;
  $('service-name').textContent = all.length > 1 ? '' : all[index].name;
  $('service-choice').hidden = all.length < 2;
  $('service').replaceChildren(...all.map((each, i) => el('option', { value: i, selected: i === index }, each.name)));
  $('user').textContent = '';
  $('panels').replaceChildren();
  $('panel').replaceChildren(el('p', { class: 'muted' }, 'Loading…'));
  $('problem').replaceChildren();
}

async function use(index, mine) {
  if (chosen !== index) {
    choose(index);
  }
  const opened = new Service(all[index], index);
  const session = await opened.open();
  if (mine !== visits) {
    return;
  }
  service = opened;
  $('user').textContent = session.act ? session.user : `${session.user}, read-only`;
  $('panels').replaceChildren(...session.panels.map((panel) => el('li', {},
    el('a', { href: addressOf(panel.id), 'data-panel': panel.id }, panel.title,
      el('span', { class: 'count', 'data-count': panel.id, hidden: true })))));
}

async function route(mine) {
  const { panel = 'unknown', service: given = '0', ...parameters } = address();
  const index = all[Number(given)] ? Number(given) : 0;
  if (!service || service.index !== index) {
    await use(index, mine);
    if (mine !== visits) {
      return;
    }
  }
  for (const link of document.querySelectorAll('[data-panel]')) {
    if (link.dataset.panel === panel) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  const known = panel === RECORD.id ? RECORD : service.session.panels.find((each) => each.id === panel);
  const opened = known && await open(known);
  if (mine !== visits) {
    return;
  }
  const changed = current !== opened;
  if (!opened) {
    current = null;
    $('panel').replaceChildren();
    throw { title: 'No such panel', detail: panel };
  }
  const turned = cursor !== parameters.cursor;
  current = opened;
  cursor = parameters.cursor;
  if (changed) {
    $('panel').replaceChildren(opened.root);
    $('content').setAttribute('aria-busy', 'true');
  }
  document.title = `${known.title} · Counterfoil console`;
  await refresh(parameters);
  soon(pause());
  if (mine === visits && (changed || turned || parameters.focus)) {
    (opened.focus ?? (() => opened.root.querySelector('h1')?.focus()))(parameters);
  }
}

async function open({ id, title, module }) {
  const known = panels;
  const context = contextOf(service);
  if (!known.has(id)) {
    const { panel } = await load(title, module);
    known.set(id, panel(context));
  }
  return known.get(id);
}

/** The name is one of a service, which may be another one than that of this page. */
async function load(title, module) {
  try {
    if (!MODULE.test(module)) {
      throw new Error(`not a module: ${module}`);
    }
    return await import('./' + module);
  } catch (failure) {
    console.error(failure);
    throw {
      title: 'Panel not available',
      detail: `${title} cannot be loaded here. Reload the page; a panel of a service’s own is in that service’s console only.`,
    };
  }
}

function contextOf(of) {
  return {
    session: of.session,
    service: of,
    get: (path) => of.get(path),
    post: (path, body) => of.post(path, body),
    announce: toast,
    address: addressOf,
    open: (target, parameters) => { location.hash = addressOf(target, parameters).slice(1); },
    refresh: () => (current ? refresh(parametersNow()) : begin()),
  };
}

function parametersNow() {
  const { panel, service: index, ...parameters } = address();
  return parameters;
}

async function refresh(parameters) {
  const mine = ++round;
  const shown = current;
  const of = service;
  try {
    const [overview, draw] = await Promise.all([of.get('overview'), shown.refresh(parameters)]);
    if (mine === round && shown === current) {
      failures = 0;
      whenReleased(() => {
        if (shown !== current) {
          return;
        }
        draw?.();
        counts(overview);
        ages();
        $('problem').replaceChildren();
        $('content').removeAttribute('aria-busy');
        $('live').classList.remove('bad');
      });
    }
  } catch (problem) {
    if (mine === round && shown === current) {
      showProblem(problem);
    }
  }
}

/** Until the next refresh: longer after each failure, so that a database that has trouble is not asked ever more. */
function pause() {
  return Math.min(REFRESH_MILLIS * 2 ** failures, SLOWEST_MILLIS);
}

function counts(overview) {
  for (const [panel, { count, more }] of [['unknown', overview.unknown], ['progress', overview.inProgress]]) {
    const badge = document.querySelector(`[data-count="${panel}"]`);
    if (badge) {
      badge.hidden = count === 0;
      badge.textContent = more ? `${count}+` : String(count);
    }
  }
}

/** The same problem again is not announced again. */
function showProblem(problem) {
  if (!problem.title) {
    console.error(problem);
  }
  failures += 1;
  const known = problem.title ? problem : { title: 'The page failed', detail: String(problem) };
  const text = JSON.stringify([chosen, known.title, known.detail]);
  $('live').classList.add('bad');
  $('content').removeAttribute('aria-busy');
  if ($('problem').childElementCount === 0 || $('problem').dataset.text !== text) {
    $('problem').dataset.text = text;
    $('problem').replaceChildren(problemBox(known));
  }
}

function soon(millis) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (live && !document.hidden && !document.querySelector('dialog[open]')) {
      await (current ? refresh(parametersNow()) : begin());
    }
    soon(pause());
  }, millis);
}

function setLive(on) {
  live = on;
  $('live').setAttribute('aria-pressed', String(on));
  $('live').textContent = on ? 'Live' : 'Paused';
  toast(on ? 'The page refreshes by itself.' : 'The page stays as it is.');
  soon(on ? 0 : pause());
}

function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) {
    return;
  }
  const typing = event.target.closest?.('input, textarea, select');
  if (event.key === '?' && !typing) {
    event.preventDefault();
    showKeys();
  } else if (event.key === 'Escape' && current?.leave) {
    event.preventDefault();
    current.leave();
  } else if (event.key === 'ArrowDown' && !typing && !event.target.closest?.('table')) {
    const first = document.querySelector('#panel table [data-focus]');
    if (first) {
      event.preventDefault();
      first.focus();
    }
  }
}

start();
