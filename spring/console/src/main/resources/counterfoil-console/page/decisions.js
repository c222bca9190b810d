// Who decided what, when and why.

import { el } from '../parts/dom.js';
import { List } from './list.js';
import { query } from './service.js';
import { at } from './time.js';

const ACTIONS = {
  happened: 'it happened', 'did-not-happen': 'it did not happen', requeue: 'requeued', discard: 'discarded', 'send-again': 'sent again',
  'deliver-again': 'delivered again',
};

export function panel(context) {
  const list = new List({
    label: 'Decisions',
    columns: [
      { title: 'When', cell: (decision) => at(decision.at) },
      { title: 'Who', cell: (decision) => decision.by },
      { title: 'What', cell: (decision) => ACTIONS[decision.action] ?? decision.action },
      { title: 'On', cell: (decision) => el('span', {}, `${decision.kind} `, el('code', {}, decision.subject), decision.operation ? ` · ${decision.operation}` : '', decision.client ? ` · ${decision.client}` : '') },
      { title: 'Why', cell: (decision) => el('span', { 'data-focus': 'open', tabindex: 0 }, decision.reason) },
    ],
    key: (decision) => `${decision.at} ${decision.kind} ${decision.subject}`,
    empty: 'No decision has been recorded.',
  });
  const next = el('a', { class: 'button quiet', hidden: true }, 'Older decisions');
  const first = el('a', { class: 'button quiet', hidden: true }, 'Newest decisions');
  const root = el('section', { 'aria-labelledby': 'decisions-title' },
    el('h1', { id: 'decisions-title', tabindex: -1 }, 'Decisions'),
    context.session.audit
      ? el('p', { class: 'lead' }, 'Who decided, when and why; the newest first.')
      : el('p', { class: 'lead' }, 'Decisions are in the log only: the application has no database for them.'),
    list.root, el('p', { class: 'pages' }, first, next));
  return {
    root,
    async refresh({ cursor }) {
      const { decisions, next: after } = await context.get(query('decisions', { cursor }));
      return () => {
        list.update(decisions);
        first.hidden = !cursor;
        first.href = context.address('decisions');
        next.hidden = !after;
        next.href = after ? context.address('decisions', { cursor: after }) : '#';
      };
    },
  };
}
