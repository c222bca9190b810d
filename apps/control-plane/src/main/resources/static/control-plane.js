// What happens, live, and the buttons.

import { bindActions } from './page/actions.js';
import { $ } from './counterfoil/parts/dom.js';
import { listen } from './page/live.js';

$('skip').addEventListener('click', (event) => {
  event.preventDefault();
  $('content').focus();
});
bindActions();
listen();
