// The API of one service: who the user is there, reads, and actions.

import { call } from '../parts/api.js';

/** The services that this page shows. */
export async function services() {
  return (await call('GET', 'services')).body;
}

export class Service {
  constructor({ name, base, story }, index) {
    this.name = name;
    this.base = base;
    this.story = story;
    this.index = index;
    this.session = null;
  }

  /** Asks who the user is. */
  async open() {
    this.session = await this.get('session');
    return this.session;
  }

  /** Resolves to the body; rejects with a problem. */
  async get(path) {
    return (await call('GET', this.base + path)).body;
  }

  /** An action: with the header field that no form of another page can send, and the token of Spring Security. */
  async post(path, body) {
    const headers = { 'Counterfoil-Console': 'action' };
    const { csrf } = await this.open();
    if (csrf) {
      headers[csrf.header] = csrf.token;
    }
    return (await call('POST', this.base + path, body, headers)).body;
  }
}

/** A path with parameters; those that are empty are left out. */
export function query(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
