// A form that carries out one intention at a time.

import { Intention } from '../counterfoil/parts/api.js';
import { busy, clearProblem, isBusy, showProblem } from '../counterfoil/parts/dom.js';

/**
 * Binds a form. `read(form)` gives { path, body }; `done(answer)` is called on success.
 *
 * While the outcome of a try is unknown, the intention and its key are kept, and sending again is the same intention.
 * Editing the form makes it another one.
 */
export function intentionForm(form, { read, done }) {
  const button = form.querySelector('button[type=submit]');
  const slot = form.querySelector('.problem-slot');
  let intention = null;

  const send = async () => {
    if (isBusy(button)) {
      return;
    }
    clearProblem(slot, form);
    busy(button, true, 'Sending…');
    try {
      if (!intention) {
        const { path, body } = read(form);
        intention = new Intention(path, body);
      }
      const answer = await intention.send();
      intention = null;
      await done(answer);
    } catch (problem) {
      if (!problem.title) {
        throw problem;
      }
      if (!problem.unknown) {
        intention = null;
      }
      showProblem(slot, problem, { form, retry: problem.unknown ? send : undefined });
    } finally {
      busy(button, false);
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  form.addEventListener('input', () => {
    intention = null;
    clearProblem(slot, form);
  });
  return {
    clear() {
      intention = null;
      form.reset();
      clearProblem(slot, form);
    },
  };
}

export function optionalText(form, name) {
  const text = form.elements.namedItem(name).value;
  return text === '' ? {} : { [name]: text };
}
