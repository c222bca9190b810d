// The outbox: how much waits, and what the broker refuses.

import { el } from '../parts/dom.js';
import { amount, count } from '../parts/format.js';
import { List } from './list.js';
import { act, asks } from './reason.js';

export function panel(context) {
  const { act: may } = context.session;

  async function decide(message, action, question) {
    const response = await act(context, { ...question, subject: message.messageId, path: `outbox/${message.id}/${action}` });
    if (response) {
      await context.refresh();
      context.announce(`${message.messageId} ${action === 'discard' ? 'is discarded' : 'is sent again'}.`);
    }
  }

  const sendAgain = (message) => decide(message, 'send-again', {
    title: 'Send again',
    text: 'The relay publishes the message again, before the later ones of its key; refusals are counted from one.',
  });
  const discard = (message) => decide(message, 'discard', {
    title: 'Discard',
    text: 'The message is never published; the later ones of its key follow. This cannot be undone.',
    danger: true,
  });
  const choices = {
    title: 'Decision',
    cell: (message) => el('span', { class: 'choices' },
      asks('again', `Send again: ${message.messageId}`, () => sendAgain(message)),
      asks('discard', `Discard: ${message.messageId}`, () => discard(message))),
  };
  const list = new List({
    label: 'Messages that are set aside',
    columns: [
      { title: 'Message', cell: (message) => el('code', { 'data-focus': 'open', tabindex: 0 }, message.messageId) },
      { title: 'Topic', cell: (message) => message.topic, class: 'operation' },
      { title: 'Key', cell: (message) => message.key, class: 'operation' },
      { title: 'Refused', cell: (message) => amount(message.attempts), class: 'number' },
      { title: 'Broker’s reason', cell: (message) => message.reason, class: 'operation' },
      ...(may ? [choices] : []),
    ],
    key: (message) => message.id,
    empty: 'No message is set aside.',
    keys: may ? { s: sendAgain, d: discard } : {},
  });
  const lead = el('p', { class: 'lead' });
  const more = el('p', { class: 'muted', hidden: true });
  const root = el('section', { 'aria-labelledby': 'outbox-title' },
    el('h1', { id: 'outbox-title', tabindex: -1 }, 'Outbox'),
    lead,
    el('div', { class: 'card' }, el('h2', {}, 'Set aside'), more, list.root));
  return {
    root,
    async refresh() {
      const outbox = await context.get('outbox');
      return () => {
        list.update(outbox.messages);
        lead.textContent = waiting(outbox);
        more.hidden = !(outbox.setAside > outbox.messages.length);
        more.textContent = `The oldest ${amount(outbox.messages.length)} of ${amount(outbox.setAside ?? 0)}.`;
      };
    },
    focus({ focus }) {
      focus ? list.focus(focus) : root.querySelector('h1').focus();
    },
  };
}

function waiting({ waiting: number, oldestSeconds }) {
  if (number === undefined) {
    return 'How much waits is unknown.';
  }
  return number === 0
    ? 'Nothing waits to be published.'
    : `${count(number, 'message waits', 'messages wait')} to be published, the oldest for ${amount(oldestSeconds)} s.`;
}
