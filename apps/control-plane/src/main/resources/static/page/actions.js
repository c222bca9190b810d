// Commands by the API, and what the other buttons do.

import { call, requestId } from '../counterfoil/parts/api.js';
import { confirm } from '../counterfoil/parts/confirm.js';
import { $, busy, clearProblem, isBusy, showProblem, toast } from '../counterfoil/parts/dom.js';
import { parseWhole } from '../counterfoil/parts/format.js';

const form = $('command-form');
const slot = form.querySelector('.problem-slot');
const processes = $('processes-problem');

/** The command whose outcome is unknown: sending it again is the same one. Editing the form makes it another. */
let open = null;

export function bindActions() {
  form.addEventListener('input', () => {
    open = null;
    clearProblem(slot, form);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter ?? form.querySelector('button[type=submit]');
    if (button.value === 'remove') {
      remove(button);
    } else {
      command(button.value, button);
    }
  });
}

export function chooseSwarm(id) {
  $('swarm').value = id;
  form.dispatchEvent(new Event('input'));
  $('swarm').focus();
}

async function remove(button) {
  const swarm = $('swarm').value.trim();
  // A form that names no swarm is refused without a question.
  if (isBusy(button) || (swarm !== '' && !await confirm({
    title: `Remove ${swarm}?`, text: 'A swarm that was removed cannot be started again.', action: 'Remove',
  }))) {
    return;
  }
  await command('remove', button);
}

async function command(verb, button) {
  if (isBusy(button)) {
    return;
  }
  clearProblem(slot, form);
  busy(button, true, 'Sending…');
  try {
    if (!open || open.verb !== verb) {
      open = { verb, ...read() };
    }
    const { body, replayed } = await call('POST', `/v1/swarms/${encodeURIComponent(open.swarm)}/${verb}`, open.body);
    open = null;
    toast(replayed ? `Known already: it was dispatched as ${body.correlationId}.` : `Dispatched as ${body.correlationId}.`);
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    if (!problem.unknown) {
      open = null;
    }
    showProblem(slot, problem, { form, retry: problem.unknown ? () => command(verb, button) : undefined });
  } finally {
    busy(button, false);
  }
}

function read() {
  const swarm = $('swarm').value.trim();
  if (swarm === '') {
    throw { title: 'No swarm', detail: 'Name the swarm.', field: 'swarmId' };
  }
  const seconds = parseWhole($('seconds').value || '0', 'data.seconds');
  const key = $('key').value === '' ? requestId() : $('key').value;
  return { swarm, body: { idempotencyKey: key, ...(seconds === 0 ? {} : { data: { seconds } }) } };
}

/** One more attempt of a command. */
export async function retry(correlationId) {
  const done = await act(`/page/attempts/${encodeURIComponent(correlationId)}/retry`, slot);
  if (done) {
    toast(`Sent again as ${done.correlationId}.`);
  }
}

export async function kill(name) {
  if (await act(`/page/controllers/${encodeURIComponent(name)}/kill`, processes)) {
    toast(`${name} was killed. It is started again in a moment.`);
  }
}

export async function restartBroker() {
  if (await act('/page/broker/restart', processes)) {
    toast('RabbitMQ was killed, and is being started again.');
  }
}

async function act(path, where) {
  clearProblem(where);
  try {
    return (await call('POST', path, {})).body;
  } catch (problem) {
    if (!problem.title) {
      throw problem;
    }
    showProblem(where, problem);
    return null;
  }
}
