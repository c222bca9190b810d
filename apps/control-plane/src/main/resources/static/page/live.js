// The whole state, drawn anew at each telling of the service.

import { chooseSwarm, kill, restartBroker, retry } from './actions.js';
import { $, el, whenReleased } from '../counterfoil/parts/dom.js';
import { count, metadataText, moment, time } from '../counterfoil/parts/format.js';

const connection = $('connection');

/** The newest state that the service has told. */
let newest;

export function listen() {
  const source = new EventSource('/page/live');
  source.addEventListener('open', () => said('live', 'Live'));
  source.addEventListener('error', () => {
    said('lost', 'Not connected; trying again');
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(listen, 3000);
    }
  });
  source.addEventListener('state', (event) => {
    newest = JSON.parse(event.data);
    whenReleased(draw);
  });
}

function said(kind, text) {
  connection.className = `connection ${kind}`;
  connection.textContent = text;
}

/** What had the focus has it again, if it is still there. */
function draw() {
  const state = newest;
  const focused = document.activeElement?.dataset?.focus;
  $('processes').replaceChildren(...state.controllers.map(controller), broker(state.broker));
  $('swarms').replaceChildren(...state.swarms.map(swarm));
  $('swarms-note').textContent = state.swarms.length === 0 ? 'None yet.' : '';
  $('alerts').replaceChildren(...state.alerts.map(alert));
  $('alerts-note').textContent = state.alerts.length === 0 ? 'None.' : '';
  $('metrics').replaceChildren(...state.metrics.map(metric));
  $('metrics-note').textContent = state.metrics.length === 0 ? 'None yet.' : '';
  const deaths = new Map(state.controllers.filter(({ lastDeath }) => lastDeath?.attempt)
    .map(({ name, lastDeath }) => [lastDeath.attempt, name]));
  $('commands').replaceChildren(...state.commands.map((each) => command(each, deaths)));
  $('commands-note').textContent = state.commands.length === 0 ? 'None yet: create a swarm.' : '';
  if (focused) {
    document.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }
}

/** A process that has died is told of until the next one dies: it is dead for some seconds only. */
function controller({ name, state, pid, busyWith, lives, lastDeath }) {
  const detail = [pid === null ? null : `pid ${pid}`, lives > 1 ? count(lives, 'life', 'lives') : null].filter(Boolean).join(', ');
  return el('li', { class: 'process', 'data-name': name },
    el('p', { class: 'process-head' }, el('span', {}, name), el('span', { class: `chip ${state}` }, state === 'killed' ? 'dead' : busyWith ? 'working' : state)),
    el('p', { class: 'process-detail' }, state === 'killed' ? 'is started again in a moment' : detail),
    busyWith ? el('p', { class: 'process-detail' }, 'on ', el('code', {}, busyWith)) : null,
    lastDeath ? el('p', { class: 'process-detail process-death' }, 'died at ', el('time', { datetime: lastDeath.at }, time(lastDeath.at)),
      ...(lastDeath.attempt ? [', working on ', el('code', {}, lastDeath.attempt)] : [])) : null,
    button(`Kill ${name}`, `kill ${name}`, () => kill(name), pid === null ? 'it is dead already' : null));
}

function broker({ state, own }) {
  const why = own ? (state === 'restarting' ? 'it is being restarted' : null) : 'it was given with --amqp, and is not ours to kill';
  return el('li', { class: 'process', 'data-name': 'broker' },
    el('p', { class: 'process-head' }, el('span', {}, 'RabbitMQ'), el('span', { class: `chip ${state}` }, state)),
    el('p', { class: 'process-detail' }, own ? 'private, durable' : why),
    button('Restart broker', 'restart broker', restartBroker, why));
}

/** @param why it cannot be done now; null where it can */
function button(text, focus, click, why) {
  return el('button', { type: 'button', class: 'quiet small', 'data-focus': focus, disabled: why !== null, title: why, click }, text);
}

function swarm({ swarmId, state }) {
  return el('li', { class: 'swarm', 'data-swarm': swarmId },
    el('button', { type: 'button', 'data-focus': `swarm ${swarmId}`, click: () => chooseSwarm(swarmId) }, swarmId),
    el('span', { class: `chip ${state}` }, state));
}

function alert({ at, type, origin: who, correlationId, idempotencyKey, data }) {
  const { reason, ...rest } = data;
  const more = metadataText(typeof reason === 'string' ? rest : data);
  return el('li', { class: 'alert', 'data-attempt': correlationId },
    el('p', { class: 'alert-head' }, el('span', { class: 'chip Failed' }, type), el('time', { datetime: at }, moment(at)), el('span', {}, `from ${who}`)),
    typeof reason === 'string' ? el('p', { class: 'alert-reason' }, reason) : null,
    more === '' ? null : el('p', { class: 'alert-detail' }, more),
    correlationId === null ? null : el('p', { class: 'alert-detail traced' }, 'attempt ', el('code', {}, correlationId), story(correlationId)),
    idempotencyKey === null ? null : el('p', { class: 'alert-detail' }, 'key ', el('code', {}, idempotencyKey)));
}

function metric({ at, type, origin: who, data }) {
  return el('li', { class: 'metric', 'data-origin': who },
    el('p', { class: 'process-head' }, el('span', {}, type), el('time', { class: 'process-detail', datetime: at }, time(at))),
    el('p', { class: 'process-detail' }, who),
    el('p', { class: 'process-detail' }, metadataText(data)));
}

/** @param deaths by attempt, the controller that last died while it was working on it */
function command({ swarmId, type, idempotencyKey, effects, attempts }, deaths) {
  const sent = attempts.find((each) => each.sentAt !== null);
  return el('article', { class: 'command', 'data-key': idempotencyKey, 'data-type': type },
    el('div', { class: 'command-head' },
      el('h3', {}, `${type} ${swarmId}`),
      el('span', { class: 'command-end' }, done(effects),
        sent ? el('button', { type: 'button', class: 'quiet small', 'data-focus': `retry ${type} ${swarmId} ${idempotencyKey}`,
          'aria-label': `Retry ${type} of ${swarmId}`, click: () => retry(sent.correlationId) }, 'Retry') : null)),
    el('p', { class: 'command-key' }, 'key ', el('code', {}, idempotencyKey), `, ${count(attempts.length, 'attempt', 'attempts')}`),
    el('table', { class: 'rows attempts', role: 'table', 'aria-label': `Attempts of ${type} of ${swarmId}` },
      el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' },
        ...['Sent', 'Attempt', 'Outcome', 'From'].map((title) => el('th', { scope: 'col', role: 'columnheader' }, title)))),
      el('tbody', { role: 'rowgroup' }, ...attempts.map((each) => attempt(each, deaths.get(each.correlationId))))));
}

function done(effects) {
  const [kind, text] = effects === 0 ? ['none', 'not done'] : effects === 1 ? ['once', 'done once'] : ['twice', `done ${effects} times`];
  return el('span', { class: `chip effects ${kind}` }, text);
}

function attempt({ correlationId, sentAt, outcome }, dead) {
  return el('tr', { role: 'row', 'data-attempt': correlationId },
    cell('Sent', sentAt === null ? 'not known' : el('time', { datetime: sentAt }, moment(sentAt))),
    cell('Attempt', el('span', { class: 'traced' }, el('code', {}, correlationId), story(correlationId))),
    cell('Outcome', told(outcome, dead)),
    cell('From', outcome === null ? '' : origin(outcome)));
}

/** The page of its story, which opens beside this one: this one changes. */
function story(correlationId) {
  return el('a', { class: 'story', href: `/story/${encodeURIComponent(correlationId)}`, target: '_blank', rel: 'noopener',
    'data-focus': `story ${correlationId}` }, 'story', el('span', { class: 'visually-hidden' }, ` of ${correlationId}, in a new tab`));
}

function told(outcome, dead) {
  if (outcome === null) {
    return el('span', { class: 'names' }, el('span', { class: 'chip waiting' }, 'no outcome yet'),
      dead ? el('span', { class: 'name bad' }, `${dead} died working on it; it is delivered again`) : null);
  }
  const why = outcome.error ? `${outcome.error.code}: ${outcome.error.message}` : null;
  return el('span', { class: 'names' },
    el('span', { class: 'states' }, el('span', { class: `chip ${outcome.status}` }, outcome.status),
      outcome.replayOf ? el('span', { class: 'chip replayed' }, 'replay') : null,
      outcome.retryable ? el('span', { class: 'chip' }, 'retryable') : null),
    why ? el('span', { class: 'name bad' }, why) : null,
    outcome.replayOf ? el('code', {}, `of ${outcome.replayOf}`) : null);
}

function origin({ origin: who, copies }) {
  return copies > 1 ? `${who}, heard ${copies} times` : who;
}

function cell(label, content) {
  return el('td', { role: 'cell', 'data-label': label }, el('span', {}, content));
}
