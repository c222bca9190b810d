// Calls the API of the service, with one idempotency key for each action of the user.

const TIMEOUT_MILLIS = 30_000;
const UPLOAD_MILLIS = 600_000;
const OUTCOME_UNKNOWN = new Set([408, 425, 429, 500, 502, 503, 504]);
const IN_PROGRESS = 'urn:counterfoil:problem:request-in-progress';
const CLIENT = 'counterfoil.client';
const API_KEY = 'counterfoil.api-key';

export function clientName() {
  return sessionStorage.getItem(CLIENT) ?? '';
}

export function actAs(name) {
  sessionStorage.setItem(CLIENT, name);
}

export function apiKey() {
  return sessionStorage.getItem(API_KEY) ?? '';
}

export function useApiKey(key) {
  sessionStorage.setItem(API_KEY, key);
}

let keyWanted = () => {};

/** Registers a callback for responses that require an API key or reject the given one. */
export function whenKeyIsWanted(listener) {
  keyWanted = listener;
}

/**
 * Sends one request. Resolves to { body, replayed }; rejects with a problem: { title, detail, field, status, unknown },
 * where `unknown` means that the request may have been executed or may still be.
 */
export async function call(method, path, body, headers = {}) {
  return body === undefined
    ? exchange(path, { method, headers }, TIMEOUT_MILLIS)
    : exchange(path, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }, TIMEOUT_MILLIS);
}

/** Sends a file unchanged; otherwise like `call`. */
export async function upload(path, file, type) {
  return exchange(path, { method: 'POST', headers: { 'Content-Type': type }, body: file }, UPLOAD_MILLIS);
}

async function exchange(path, options, millis) {
  const request = { ...options, headers: { Accept: 'application/json', ...options.headers }, redirect: 'manual', signal: AbortSignal.timeout(millis) };
  if (apiKey()) {
    request.headers.Authorization = `Bearer ${apiKey()}`;
  } else if (clientName()) {
    request.headers['X-Client-Name'] = clientName();
  }
  let response;
  let text;
  try {
    response = await fetch(path, request);
    text = await response.text();
  } catch (failure) {
    throw noAnswer(failure, millis, options.method);
  }
  if (response.type === 'opaqueredirect') {
    throw { title: 'Signed out', detail: 'The service asks for sign-in: reload this page.', status: 401, unknown: false };
  }
  if (response.status === 401) {
    keyWanted();
  }
  if (!response.ok) {
    throw problemOf(response, text);
  }
  return { body: parsed(text), replayed: response.headers.get('Idempotency-Replayed') === 'true' };
}

function noAnswer(failure, millis, method) {
  if (failure instanceof TypeError && /header/i.test(failure.message)) {
    return { title: 'Not a name or key', detail: 'A client name or an API key has letters, digits and signs of ASCII only.', unknown: false };
  }
  const what = failure.name === 'TimeoutError' ? `No response within ${millis / 1000} s.` : 'The connection failed.';
  return { title: 'No response', detail: method === 'GET' ? what : `${what} The outcome is unknown.`, unknown: true };
}

/** What stands between the page and the service may answer in its place: a sign-in page, an error page. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw { title: 'Unreadable response', detail: 'The response is not from the service: reload this page.', unknown: true };
  }
}

function problemOf(response, text) {
  let problem = {};
  if ((response.headers.get('Content-Type') ?? '').includes('json')) {
    problem = parsed(text) ?? {};
  }
  return {
    type: problem.type,
    title: problem.title ?? `The service answered ${response.status}`,
    detail: problem.detail ?? '',
    field: problem.field,
    status: response.status,
    unknown: OUTCOME_UNKNOWN.has(response.status) || problem.type === IN_PROGRESS,
  };
}

/** An action that must take effect once. All its attempts use the same key. */
export class Intention {
  constructor(path, body = {}) {
    this.path = path;
    this.body = { ...body, idempotency_key: requestId() };
    this.attempts = 0;
  }

  send() {
    this.attempts += 1;
    return call('POST', this.path, this.body, { 'Idempotency-Attempt': String(this.attempts) });
  }
}

/** A UUIDv7 (RFC 9562). crypto.randomUUID exists only on secure origins, and this page may be served without TLS. */
export function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let millis = Date.now();
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = millis % 256;
    millis = Math.floor(millis / 256);
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
