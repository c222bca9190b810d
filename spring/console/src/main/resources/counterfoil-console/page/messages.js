// Messages that the inbox could not process: dead letters to requeue or discard, and those that are attempted again.

import { el } from '../parts/dom.js';
import { amount, count } from '../parts/format.js';
import { List } from './list.js';
import { act, asks } from './reason.js';
import { query } from './service.js';
import { since } from './time.js';

const RESULTS = {
  requeued: 'is delivered again',
  discarded: 'is discarded',
  forgotten: 'is listed no more; its broker keeps it, or has it no more',
};

export function panel(context) {
  const { act: may } = context.session;

  async function requeue(letter) {
    await decide(letter, 'requeue', {
      title: 'Requeue',
      text: `The message is delivered again to ${letter.source ?? 'where it came from'}, and has all its attempts. It is processed once.`,
    });
  }

  async function discard(letter) {
    await decide(letter, 'discard', {
      title: 'Discard',
      text: letter.broker === 'kafka'
        ? 'The message is not processed. Kafka keeps the dead letter for the retention of its topic.'
        : 'The message is removed, and not processed. This cannot be undone.',
      danger: true,
    });
  }

  async function decide(letter, action, question) {
    const response = await act(context, { ...question, subject: letter.messageId, path: `messages/dead/${letter.id}/${action}` });
    if (response) {
      await context.refresh();
      context.announce(`${letter.messageId} ${RESULTS[response.result]}.`);
    }
  }

  const choices = {
    title: 'Decision',
    cell: (letter) => el('span', { class: 'choices' },
      asks('requeue', `Requeue: ${letter.messageId}`, () => requeue(letter)),
      asks('discard', `Discard: ${letter.messageId}`, () => discard(letter))),
  };
  const dead = new List({
    label: 'Dead letters',
    columns: [
      { title: 'Message', cell: name },
      { title: 'Receiver', cell: (letter) => letter.receiver },
      { title: 'Reason', cell: reason, class: 'operation' },
      { title: 'Rejected', cell: (letter) => since(letter.rejectedAt) },
      ...(may ? [choices] : []),
    ],
    key: (letter) => letter.id,
    empty: 'No message is a dead letter. Nothing waits for a decision.',
    keys: may ? { r: requeue, d: discard } : {},
  });
  const failing = new List({
    label: 'Messages that are attempted again',
    columns: [
      { title: 'Message', cell: name },
      { title: 'Receiver', cell: (message) => message.receiver },
      { title: 'Last failure', cell: (message) => message.failure, class: 'operation' },
      { title: 'Failed', cell: (message) => amount(message.attempts), class: 'number' },
      { title: 'Since', cell: (message) => since(message.since) },
      { title: 'Next attempt', cell: (message) => since(message.nextAt) },
    ],
    key: (message) => message.id,
    empty: 'No message has failed and waits for its next attempt.',
  });
  const lead = el('p', { class: 'lead' });
  const pages = new Pages(context);
  const root = el('section', { 'aria-labelledby': 'messages-title' },
    el('h1', { id: 'messages-title', tabindex: -1 }, 'Messages'),
    lead,
    el('div', { class: 'card' }, el('h2', {}, 'Dead letters'), dead.root, pages.root),
    el('div', { class: 'card' }, el('h2', {}, 'Attempted again'), failing.root));

  return {
    root,
    async refresh({ cursor }) {
      const [counts, letters, messages] = await Promise.all([
        context.get('messages'),
        context.get(query('messages/dead', { cursor })),
        context.get('messages/failing')]);
      return () => {
        dead.update(letters.messages);
        failing.update(messages.messages);
        pages.update(cursor, letters.next);
        lead.textContent = `${count(counts.deadLetters, 'dead letter waits', 'dead letters wait')} for a decision, `
          + `${count(counts.failing, 'message is', 'messages are')} attempted again.`;
      };
    },
    focus({ focus }) {
      focus ? dead.focus(focus) : root.querySelector('h1').focus();
    },
  };
}

function name(message) {
  return el('code', { 'data-focus': 'open', tabindex: 0 }, message.messageId);
}

/** Why it was rejected, and where it is. */
function reason(letter) {
  return el('span', {}, letter.reason, el('span', { class: 'muted' }, ` · in ${letter.deadLetters ?? 'an unknown place'}`));
}

/** The links to the next and the first page. */
class Pages {
  constructor(context) {
    this.context = context;
    this.next = el('a', { class: 'button quiet', hidden: true }, 'Next page');
    this.first = el('a', { class: 'button quiet', hidden: true }, 'First page');
    this.root = el('p', { class: 'pages' }, this.first, this.next);
  }

  update(cursor, after) {
    this.next.hidden = !after;
    this.next.href = after ? this.context.address('messages', { cursor: after }) : '#';
    this.first.hidden = !cursor;
    this.first.href = this.context.address('messages');
    this.root.hidden = !after && !cursor;
  }
}
