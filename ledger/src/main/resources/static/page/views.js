// The main views.

import { $ } from './dom.js';

/** Shows one of the main views. */
export function show(view) {
  for (const name of ['loading', 'problem', 'new', 'ledger', 'batches', 'batch']) {
    $('view-' + name).hidden = name !== view;
  }
}
