// The main views.

import { $, showProblem } from '../counterfoil/parts/dom.js';

/** Shows one of the main views. */
export function show(view) {
  for (const name of ['loading', 'problem', 'new', 'ledger', 'batches', 'batch']) {
    $('view-' + name).hidden = name !== view;
  }
}

/** Shows why what the address names cannot be shown, and a way back. */
export function showFailure(problem) {
  const title = problem.status === 404 ? 'Page not found' : 'Page not available';
  document.title = `${title} · Counterfoil ledger`;
  $('problem-title').textContent = title;
  showProblem($('view-problem').querySelector('.problem-slot'), problem);
  show('problem');
}
