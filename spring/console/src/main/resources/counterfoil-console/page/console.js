// The console: services, panels, the address, and the refresh.

import { $, el, problemBox, toast, whenReleased } from '../parts/dom.js';
import { Service, services } from './service.js';
import { ages } from './time.js';
import { showKeys } from './keys.js';

const REFRESH_MILLIS = 4000;
const RECORD = { id: 'record', title: 'Record', module: 'record.js' };

let all = [];
let service;
let panels = new Map();
let current = null;
let live = true;
let timer = 0;
let round = 0;

/** The address: `#panel=records&state=unknown`, and `service=1` for another service than the first. */
function address() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

/** The address of a panel of this service. */
export function addressOf(panel, parameters = {}) {
  const query = new URLSearchParams({ panel, ...parameters });
  if (service.index > 0) {
    query.set('service', service.index);
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
  soon(REFRESH_MILLIS);
}

/** Shows what the address says; a service that cannot be reached yet is asked again by the refresh. */
async function begin() {
  try {
    if (all.length === 0) {
      all = await services();
    }
    await route();
  } catch (problem) {
    showProblem(problem);
  }
}

async function use(index) {
  service = new Service(all[index] ?? all[0], all[index] ? index : 0);
  panels = new Map();
  current = null;
  const session = await service.open();
  $('service-name').textContent = all.length > 1 ? '' : service.name;
  $('service-choice').hidden = all.length < 2;
  $('service').replaceChildren(...all.map((each, i) =>
    el('option', { value: i, selected: i === service.index }, each.name)));
  $('user').textContent = session.act ? session.user : `${session.user}, may only look`;
  $('panels').replaceChildren(...session.panels.map((panel) => el('li', {},
    el('a', { href: addressOf(panel.id), 'data-panel': panel.id }, panel.title,
      el('span', { class: 'count', 'data-count': panel.id, hidden: true })))));
}

async function route() {
  const { panel = 'unknown', service: index = '0', ...parameters } = address();
  if (!service || service.index !== Number(index)) {
    await use(Number(index));
  }
  const known = panel === RECORD.id ? RECORD : service.session.panels.find((each) => each.id === panel);
  if (!known) {
    throw { title: 'No such panel', detail: panel };
  }
  const opened = await open(known);
  const changed = current !== opened;
  current = opened;
  for (const link of document.querySelectorAll('[data-panel]')) {
    if (link.dataset.panel === panel) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  if (changed) {
    $('panel').replaceChildren(opened.root);
    $('content').setAttribute('aria-busy', 'true');
  }
  document.title = `${known.title} · Counterfoil console`;
  soon(REFRESH_MILLIS);
  await refresh(parameters);
  if (changed || parameters.focus) {
    (opened.focus ?? (() => opened.root.querySelector('h1')?.focus()))(parameters);
  }
}

async function open({ id, module }) {
  if (!panels.has(id)) {
    const { panel } = await import('./' + module);
    panels.set(id, panel({
      session: service.session,
      service,
      get: (path) => service.get(path),
      post: (path, body) => service.post(path, body),
      announce: toast,
      address: addressOf,
      open: (target, parameters) => { location.hash = addressOf(target, parameters).slice(1); },
      refresh: () => refresh(parametersNow()),
    }));
  }
  return panels.get(id);
}

function parametersNow() {
  const { panel, service: index, ...parameters } = address();
  return parameters;
}

async function refresh(parameters) {
  const mine = ++round;
  const shown = current;
  try {
    const [overview, draw] = await Promise.all([service.get('overview'), shown.refresh(parameters)]);
    if (mine === round && shown === current) {
      whenReleased(() => {
        draw?.();
        counts(overview);
        ages();
        $('problem').replaceChildren();
        $('content').removeAttribute('aria-busy');
        $('live').classList.remove('bad');
      });
    }
  } catch (problem) {
    showProblem(problem);
  }
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

function showProblem(problem) {
  if (!problem.title) {
    console.error(problem);
  }
  $('live').classList.add('bad');
  $('content').removeAttribute('aria-busy');
  $('problem').replaceChildren(problemBox(problem.title ? problem : { title: 'The page failed', detail: String(problem) }));
}

function soon(millis) {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    if (live && !document.hidden && !document.querySelector('dialog[open]')) {
      await (current ? refresh(parametersNow()) : begin());
    }
    soon(REFRESH_MILLIS);
  }, millis);
}

function setLive(on) {
  live = on;
  $('live').setAttribute('aria-pressed', String(on));
  $('live').textContent = on ? 'Live' : 'Paused';
  toast(on ? 'The page refreshes by itself.' : 'The page stays as it is.');
  soon(on ? 0 : REFRESH_MILLIS);
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
