// One record: its story as far as the store knows it, the decisions about it, and the decision that it waits for.

import { busy, el, isBusy, problemBox } from '../parts/dom.js';
import { count } from '../parts/format.js';
import { decide } from './decide.js';
import { client, state } from './record-parts.js';
import { at } from './time.js';

const ACTIONS = { happened: 'it happened', 'did-not-happen': 'it did not happen' };

export function panel(context) {
  const { act, results } = context.session;
  const title = el('h1', { id: 'record-title', tabindex: -1 }, 'Record');
  const facts = el('p', { class: 'lead' });
  const choices = el('p', { class: 'choices' });
  const timeline = el('ol', { class: 'timeline' });
  const response = el('div', { class: 'result' });
  const command = el('code', { id: 'story-command', tabindex: 0 });
  const story = el('a', { target: '_blank', rel: 'noopener', class: 'story', hidden: true }, 'The story from the logs');
  const details = el('div', { hidden: true },
    choices,
    el('div', { class: 'card' }, el('h2', {}, 'What the store knows'), timeline, response),
    el('div', { class: 'card' }, el('h2', {}, 'The story, from the logs'),
      el('p', { class: 'muted' }, 'All log lines under this key, of all services, in one order:'),
      el('p', { class: 'command' }, command, el('button', { type: 'button', class: 'quiet small', click: copy }, 'Copy')),
      story));
  const root = el('section', { 'aria-labelledby': 'record-title' }, title, facts, details);
  let shown = {};

  async function copy() {
    try {
      await navigator.clipboard.writeText(command.textContent);
      context.announce('Copied.');
    } catch {
      getSelection().selectAllChildren(command);
      context.announce('Selected: copy it by the keyboard.');
    }
  }

  async function ask(happened) {
    if (await decide(context, shown.record, happened)) {
      context.announce(`${shown.record.requestId}: ${happened ? 'it happened' : 'it did not happen'}.`);
      leave();
    }
  }

  function leave() {
    context.open(shown.from ?? 'records', shown.record ? { focus: shown.record.id } : {});
  }

  /** Nothing of a record that is no longer there, or of the one before. */
  function blank(from, text) {
    shown = { from };
    title.replaceChildren('Record');
    facts.replaceChildren(text);
    details.hidden = true;
  }

  function draw(record) {
    details.hidden = false;
    title.replaceChildren(el('code', {}, record.requestId));
    facts.replaceChildren(`${record.operation} · ${client(record)} `, state(record));
    choices.hidden = !act || record.state !== 'unknown';
    if (choices.childElementCount === 0) {
      choices.append(
        el('button', { type: 'button', class: 'primary', click: () => ask(true) }, 'It happened…'),
        el('button', { type: 'button', class: 'quiet', click: () => ask(false) }, 'It did not happen…'));
    }
    timeline.replaceChildren(...events(record).map(([when, what]) => el('li', {}, el('span', { class: 'when' }, when), el('span', {}, what))));
    response.hidden = !results || !record.answer?.kept;
    if (response.dataset.of !== record.id) {
      response.dataset.of = record.id;
      response.replaceChildren(el('button', { type: 'button', class: 'quiet', click: showResult }, 'Show the stored response'));
    }
    command.textContent = `./counterfoil story ${record.requestId.startsWith('-') ? '-- ' : ''}${quoted(record.requestId)} *.log`;
    story.hidden = !context.service.story;
    story.href = `${context.service.story ?? '#'}?${new URLSearchParams({ id: record.requestId })}`;
  }

  async function showResult(event) {
    const button = event.currentTarget;
    if (isBusy(button)) {
      return;
    }
    busy(button, true, 'Reading…');
    try {
      const result = await context.get(`records/${shown.record.id}/result`);
      response.replaceChildren(el('pre', { tabindex: 0, 'aria-label': 'Stored response' }, resultText(result)));
      response.firstChild.focus();
    } catch (problem) {
      busy(button, false);
      response.append(problemBox(problem));
    }
  }

  return {
    root,
    leave,
    async refresh({ id, from }) {
      try {
        const record = await context.get(`records/${encodeURIComponent(id)}`);
        return () => {
          const text = JSON.stringify(record);
          if (shown.text !== text || shown.from !== from) {
            shown = { record, from, text };
            draw(record);
          }
        };
      } catch (problem) {
        if (problem.status === 404) {
          return () => blank(from, 'There is no record under this key: it was removed after its retention, or the request was given up.');
        }
        if (shown.record?.id !== id) {
          blank(from, '');
        }
        throw problem;
      }
    },
  };
}

function events(record) {
  const { answer, progress } = record;
  const first = [[at(record.firstReceived), `First received${record.firstAttempt ? `, as attempt ${record.firstAttempt}` : ''}.`]];
  const requests = [['', `${count(record.requestCount, 'request', 'requests')} received so far, lease token ${record.token}.`]];
  const lease = record.leasedUntil
    ? [[at(record.leasedUntil), record.state === 'unknown' ? 'The lease ran out without a result: the outcome is unknown.' : 'The lease ends, unless it is renewed.']]
    : [];
  const saved = progress ? [['', `Progress saved: ${count(progress.keptBytes, 'byte', 'bytes')}.`]] : [];
  const decided = [...record.decisions].reverse().map((decision) =>
    [at(decision.at), `${decision.by} decided: ${ACTIONS[decision.action] ?? decision.action}. ${decision.reason}`]);
  const result = answer ? [['', answerText(answer)]] : [];
  const expiry = record.expires ? [[at(record.expires), 'May be removed from then on.']] : [];
  return [...first, ...requests, ...lease, ...saved, ...decided, ...result, ...expiry];
}

function answerText(answer) {
  if (answer.unreadable) {
    return `A result is recorded, and cannot be read: ${answer.unreadable}.`;
  }
  const what = answer.status ? `response ${answer.status}, ${count(answer.bodyBytes, 'byte', 'bytes')}` : count(answer.keptBytes, 'byte', 'bytes');
  return answer.kept ? `Result recorded: ${what}${answer.refusal ? ', a refusal' : ''}.` : 'Executed; the result is not stored.';
}

function resultText(result) {
  if (result.unreadable || !result.stored) {
    return result.unreadable ?? 'No response is stored.';
  }
  return [result.status, ...result.headers, '', result.body ?? `base64: ${result.bodyBase64}`].join('\n');
}

/** For a shell of POSIX. */
function quoted(text) {
  return /^[\w.:@/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
